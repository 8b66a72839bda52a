const cacheName = 'touchstone-settings';

/** Origins that may be connected to, kept over restarts of the service worker. */
export interface OriginList {
  get(): Promise<readonly string[]>;
  /** The list, when it is known already; an answer to a request cannot wait for it. */
  now(): readonly string[] | null;
  /** Replaces the list; what is no https origin (or this machine's own) is left out. */
  set(origins: readonly string[]): Promise<void>;
}

export function createOriginList(caches: CacheStorage, scope: string): OriginList {
  const key = new URL('allowed-origins.json', scope).href;
  let known: readonly string[] | null = null;
  return {
    async get() {
      if (known) return known;
      // Asked without opening it: a cache that nobody needs is not made.
      const kept = await caches.match(key, { cacheName });
      known = kept ? clean((await kept.json()) as unknown) : [];
      return known;
    },
    now: () => known,
    async set(origins) {
      known = clean(origins);
      await (await caches.open(cacheName)).put(key, Response.json(known));
    },
  };
}

function clean(origins: unknown): readonly string[] {
  if (!Array.isArray(origins)) return [];
  const valid = origins.flatMap((text) => {
    try {
      const { protocol, hostname, host } = new URL(String(text));
      const near = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
      // `*.hf.co` is a host to the parser, and a pattern to policies; a pattern needs a name behind it.
      const whole = !host.includes('*') || /^\*\.[\w-]+(\.[\w-]+)+$/.test(host);
      return whole && (protocol === 'https:' || near) ? [`${protocol}//${host}`] : [];
    } catch {
      return [];
    }
  });
  return [...new Set(valid)];
}
