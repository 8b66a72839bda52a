import type { Plugin } from 'vite';
import { contentSecurityPolicy, isolationHeaders } from '../../src/link/headers.ts';

/** What vite preview sends, and what a server of one's own should send. */
export const previewHeaders: Record<string, string> = {
  ...isolationHeaders,
  'Content-Security-Policy': contentSecurityPolicy(),
};

/**
 * The development server needs two exceptions: its styles are <style> elements that it writes, and
 * it tells of changes over a WebSocket.
 */
export const devHeaders: Record<string, string> = {
  ...isolationHeaders,
  'Content-Security-Policy': contentSecurityPolicy({
    style: ["'unsafe-inline'"],
    connect: ['ws:'],
  }),
};

const manifestLink = {
  tag: 'link',
  attrs: { rel: 'manifest', href: './manifest.webmanifest' },
  injectTo: 'head',
} as const;

/** Inside the built page: the policy, which binds the first visit to a host without headers, and the manifest. */
export function pageHead(): Plugin {
  return {
    name: 'page-head',
    apply: 'build',
    transformIndexHtml: (_, { path }) => [
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: contentSecurityPolicy({ meta: true }),
        },
        injectTo: 'head-prepend',
      },
      ...(path === '/index.html' ? [manifestLink] : []),
    ],
  };
}
