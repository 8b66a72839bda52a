import { hashOf } from '../models/files';
import { contentTypeOf, type BuildManifest, type BuiltFile } from './manifest';

const prefix = 'touchstone-files-';
const hashHeader = 'x-content-sha256';

/** The files of one version, each checked against the build's hash before it is kept. */
export interface FileStore {
  /** The kept file, or null. */
  find(file: BuiltFile): Promise<Response | null>;
  /** @throws Error when the bytes are not those of the build; nothing is kept then. */
  keep(file: BuiltFile, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Fetches and keeps a file unless it is there. @throws Error when server and build differ. */
  fetch(file: BuiltFile): Promise<void>;
  kept(): Promise<readonly BuiltFile[]>;
  /** Moves what older versions share with this one, and deletes the rest of them. */
  inherit(): Promise<void>;
}

export interface StoreDeps {
  readonly caches: CacheStorage;
  /** Every request to the network goes through it. */
  readonly request: (url: string, init: RequestInit) => Promise<Response>;
  /** Absolute URL of the page's folder, ending in `/`. */
  readonly scope: string;
  readonly manifest: BuildManifest;
}

export function createFileStore({ caches, request, scope, manifest }: StoreDeps): FileStore {
  const name = prefix + manifest.version;
  const keyOf = (file: BuiltFile) => new URL(file.path, scope).href;
  // Hosts redirect /index.html to / as they like; the folder itself is the page everywhere.
  const addressOf = (file: BuiltFile) => (file.path === 'index.html' ? scope : keyOf(file));

  async function find(file: BuiltFile): Promise<Response | null> {
    const cache = await caches.open(name);
    return (await cache.match(keyOf(file), { ignoreVary: true })) ?? null;
  }

  async function put(file: BuiltFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const cache = await caches.open(name);
    await cache.put(
      keyOf(file),
      new Response(bytes, {
        headers: {
          'Content-Type': contentTypeOf(file.path),
          'Content-Length': String(bytes.byteLength),
          [hashHeader]: file.sha256,
        },
      }),
    );
  }

  async function keep(file: BuiltFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (!(await matches(file, bytes)))
      throw new Error(`${file.path} on the server is not the file of version ${manifest.version}.`);
    await put(file, bytes);
  }

  async function older(): Promise<readonly string[]> {
    return (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name);
  }

  /** The same bytes in an older version's cache. */
  async function inOlder(file: BuiltFile): Promise<Response | null> {
    for (const key of await older()) {
      const cache = await caches.open(key);
      const response = await cache.match(keyOf(file), { ignoreVary: true });
      if (response?.headers.get(hashHeader) === file.sha256) return response;
    }
    return null;
  }

  return {
    find,
    keep,
    async fetch(file) {
      if (await find(file)) return;
      const same = await inOlder(file);
      if (same) return put(file, new Uint8Array(await same.arrayBuffer()));
      // The HTTP cache may hold the file of an older version: ask past it before giving up.
      for (const cache of ['default', 'reload'] as const) {
        const response = await request(addressOf(file), { cache, credentials: 'same-origin' });
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (response.ok && (await matches(file, bytes))) return put(file, bytes);
      }
      throw new Error(`${file.path} on the server is not the file of version ${manifest.version}.`);
    },
    async kept() {
      const keys = new Set((await (await caches.open(name)).keys()).map(({ url }) => url));
      return manifest.files.filter((file) => keys.has(keyOf(file)));
    },
    async inherit() {
      for (const file of manifest.files) {
        if (file.keep === 'install' || (await find(file))) continue;
        const same = await inOlder(file);
        if (same) await (await caches.open(name)).put(keyOf(file), same);
      }
      for (const key of await older()) await caches.delete(key);
    },
  };
}

async function matches(file: BuiltFile, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return bytes.byteLength === file.bytes && (await hashOf(bytes)) === file.sha256;
}
