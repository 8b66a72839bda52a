/** A file of the build, as the service worker has to find it. */
export interface BuiltFile {
  /** Relative to the page's folder, with `/`; the page itself is `index.html`. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /**
   * `install`: before the version is used at all. `later`: when first asked for, and at the latest
   * when the page says that there is time. `asked`: only when asked for.
   */
  readonly keep: 'install' | 'later' | 'asked';
}

/** Everything that belongs to one version of the page; a file from another version never joins it. */
export interface BuildManifest {
  /** Changes with any byte of any file. */
  readonly version: string;
  readonly files: readonly BuiltFile[];
}

/**
 * When a file is kept. Code is needed at once and small; models, the runtime, font tables and the
 * sample are large or many, and fetched once anyway, by the first page that uses them; the GPU's
 * runtime (27 MB) and WebLLM (6 MB) only where a model needs them.
 */
export function keepOf(path: string): BuiltFile['keep'] {
  if (/\.(?:asyncify|jspi|jsep)[^/]*\.wasm$|\/web-llm-[^/]*\.js$/.test(path)) return 'asked';
  const code = /\.(?:html|m?js|css|svg|png|ico|webmanifest|woff2)$/.test(path);
  return code && !/^(?:models|sample)\//.test(path) ? 'install' : 'later';
}

/** `text/javascript` for `a/b.js`; bytes for what nobody names. */
export function contentTypeOf(path: string): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1] ?? '';
  return types[ending] ?? 'application/octet-stream';
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};
