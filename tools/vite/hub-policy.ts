import type { Connect, Plugin } from 'vite';
import { contentSecurityPolicy } from '../../src/link/headers.ts';
import { huggingFace, isDownloader, originsOf } from '../../src/link/hub-address.ts';

const policyHeader = 'Content-Security-Policy';

/**
 * The worker that downloads models is the one script whose policy names the hub. It is started only
 * after the person agreed, and ended after the download; where the service worker answers, that one
 * names the hub only then.
 */
export function hubPolicy(): Plugin {
  const open: Connect.NextHandleFunction = (request, response, next) => {
    const path = (request.url ?? '').split(/[?#]/)[0] ?? '';
    if (isDownloader(path)) {
      const set = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        set(
          name,
          name === policyHeader
            ? contentSecurityPolicy({ connect: originsOf(huggingFace) })
            : value,
        );
    }
    next();
  };
  return {
    name: 'hub-policy',
    configureServer: ({ middlewares }) => {
      middlewares.use(open);
    },
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use(open);
    },
  };
}
