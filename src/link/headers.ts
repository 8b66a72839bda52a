/**
 * The one place that says what the page may load and where it may connect: from the page's own
 * origin, nothing else. Servers send it (vite preview), the service worker adds it where a static
 * host cannot, index.html carries it as a <meta> for the first visit. Only a header binds workers.
 *
 * `wasm-unsafe-eval`: the models are WebAssembly. `blob:` images: drawn pages of a PDF.
 */
export function contentSecurityPolicy(extra: PolicyExtras = {}): string {
  const { connect = [], style = [], meta = false } = extra;
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    ['style-src', "'self'", ...style].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // A <meta> may not say this one; the browser would complain at each visit.
    ...(meta ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
}

export interface PolicyExtras {
  /** Origins that the person allowed for downloading a model. */
  readonly connect?: readonly string[];
  readonly style?: readonly string[];
  readonly meta?: boolean;
}

/** Makes the page `crossOriginIsolated`: threads for WebAssembly, and no other page holds a handle to it. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;
