import type { RequestRecord } from './models';

/** What the page may ask of the service worker, over a MessagePort; the answer comes back on it. */
export type OfflineRequest =
  /** Takes over now, if this page is the only one open. */
  | { readonly type: 'activate' }
  /** Fetches what is still missing for work without a network. */
  | { readonly type: 'complete' }
  | { readonly type: 'status' }
  | { readonly type: 'requests' }
  /** Origins that may be connected to from the next load on; replaces the list. */
  | { readonly type: 'origins'; readonly origins: readonly string[] };

export interface OfflineStatus {
  readonly version: string;
  /** Files and bytes that are kept, and that have to be for work without a network. */
  readonly files: number;
  readonly totalFiles: number;
  readonly bytes: number;
  readonly totalBytes: number;
  readonly origins: readonly string[];
}

export type OfflineAnswer =
  | { readonly type: 'done' }
  | { readonly type: 'busy' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'status'; readonly status: OfflineStatus }
  | { readonly type: 'requests'; readonly requests: readonly RequestRecord[] };
