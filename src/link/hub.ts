import type { ModelRole, RequestRecord } from './models';

export type Dtype = 'fp32' | 'fp16' | 'q8' | 'q4' | 'q4f16';

/** A figure of a model's quality, with who measured it. */
export interface Measured {
  readonly what: string;
  readonly value: string;
  readonly source: string;
}

/** A model that the person may choose for a role: built in, or from the hub, or from a folder. */
export interface ModelOffer {
  /** Folder name, e.g. "Xenova--gte-small". */
  readonly name: string;
  readonly role: ModelRole;
  readonly origin: 'built-in' | 'hub' | 'folder';
  readonly title: string;
  readonly licence: string;
  /** Where it comes from: an address, or a sentence. */
  readonly source: string;
  /** Of the whole folder. */
  readonly bytes: number;
  /** False: about, as read on the hub's pages. */
  readonly exact: boolean;
  readonly dtype: Dtype;
  readonly measured: readonly Measured[];
  /** What it asks of the machine, for the person. */
  readonly needs: string;
  /** What to know before choosing it, or null. */
  readonly note: string | null;
  /** Why it cannot run on this machine, or null. */
  readonly blocked: string | null;
  /** `partial`: some of it was downloaded; it is not used before it is whole. */
  readonly state: 'absent' | 'partial' | 'installed';
  /** Bytes that are there. */
  readonly loaded: number;
}

/** What to download: a model of the catalog, in the first of these formats that the hub has. */
export interface InstallOrder {
  readonly name: string;
  readonly dtypes: readonly Dtype[];
}

export type InstallEvent =
  | { readonly type: 'listing' }
  /** Bytes of the whole folder. */
  | {
      readonly type: 'progress';
      readonly file: string;
      readonly loaded: number;
      readonly total: number;
    }
  /** The server is busy, or the connection was cut: the next try is in `seconds`. */
  | { readonly type: 'waiting'; readonly seconds: number; readonly why: string }
  | { readonly type: 'checking'; readonly file: string };

/** Where models are downloaded from: the hub's own address, and where it hands out large files. */
export interface HubAddress {
  /** `https://huggingface.co` */
  readonly origin: string;
  /** As a policy names them; `https://*.hf.co` stands for every host below. */
  readonly files: readonly string[];
}

/**
 * What the worker that downloads models exposes. It is started for a download that the person has
 * agreed to, is the only part of the page that may connect to the hub, and is ended afterwards.
 */
export interface HubEntry {
  /**
   * Downloads what is missing; an abort pauses, and what has arrived stays.
   * @throws ModelMissing, ModelCorrupt, QuotaExceeded, OriginRefused, HubUnreachable, AbortError
   */
  install(
    order: InstallOrder,
    hub: HubAddress,
    onEvent: (event: InstallEvent) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Requests this worker made since it started. */
  requests(): Promise<readonly RequestRecord[]>;
}

/** A file of a folder that the person picked, by its path below that folder. */
export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** The models worker's side of choosing models. */
export interface ModelsShelfApi {
  /** Every model that there is for a role, with where it stands. */
  offers(): Promise<readonly ModelOffer[]>;
  /** Formats to ask the hub for, best first, by what this machine can run. */
  order(name: string): Promise<InstallOrder>;
  /**
   * Copies a model from a folder of the disk: a catalog model when `name` is one, else one for `role`.
   * @returns its name
   * @throws ModelMissing naming the files that are not there, ModelCorrupt, QuotaExceeded, AbortError
   */
  importFolder(
    role: ModelRole,
    name: string | null,
    files: readonly FolderFile[],
    onEvent: (event: InstallEvent) => void,
    signal: AbortSignal,
  ): Promise<string>;
  /** Deletes a model, whole or partial, from this browser. */
  remove(name: string): Promise<void>;
}
