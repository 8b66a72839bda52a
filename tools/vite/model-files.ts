import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connect, Plugin } from 'vite';

/**
 * Large binary files go out as they are, with their length (vite would gzip an .onnx for seconds),
 * and a missing model is a 404, not the start page with status 200.
 */
export function modelFiles(): Plugin {
  const serve =
    (root: string): Connect.NextHandleFunction =>
    (request, response, next) => {
      const path = decodeURIComponent((request.url ?? '').split(/[?#]/)[0] ?? '');
      if (/\.(?:onnx|wasm)$/.test(path)) request.headers['accept-encoding'] = 'identity';
      if (/^\/(?:models|sample)\//.test(path) && !isFile(join(root, path))) {
        response.statusCode = 404;
        response.setHeader('Content-Type', 'text/plain');
        response.end('There is no such file.');
        return;
      }
      next();
    };
  return {
    name: 'model-files',
    configureServer: ({ config, middlewares }) => {
      middlewares.use(serve(config.publicDir));
    },
    configurePreviewServer: ({ config, middlewares }) => {
      middlewares.use(serve(join(config.root, config.build.outDir)));
    },
  };
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
