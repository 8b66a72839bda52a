/** CacheStorage in memory, as far as the service worker uses it. */
export function createMemoryCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const urlOf = (key: RequestInfo | URL) => (key instanceof Request ? key.url : String(key));
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      match: async (key: RequestInfo | URL) => entries.get(urlOf(key))?.clone(),
      put: async (key: RequestInfo | URL, response: Response) => {
        entries.set(urlOf(key), response.clone());
      },
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    } as unknown as Cache;
  };
  return {
    open,
    keys: async () => [...all.keys()],
    has: async (name) => all.has(name),
    delete: async (name) => all.delete(name),
    match: async (key, options) =>
      all
        .get(options?.cacheName ?? '')
        ?.get(urlOf(key))
        ?.clone(),
  };
}
