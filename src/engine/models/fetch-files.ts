import { failure } from '../../core/errors';
import type { Bytes, ModelFiles } from './files';

/**
 * Model folders under `base` (absolute URL ending in `/`), fetched from this page's own origin.
 * `no-store`: the service worker keeps the files; the HTTP cache would keep them a second time,
 * and locks large entries while they load.
 */
export function createFetchFiles(base: string, fetcher: typeof fetch = fetch): ModelFiles {
  const origin = new URL(base).origin;
  return {
    async read(model, file, onBytes, signal) {
      const url = new URL(`${model}/${file}`, base);
      if (url.origin !== origin)
        throw failure('OriginRefused', `"${model}/${file}" is not a file of this page.`);
      const response = await fetcher(url, { cache: 'no-store', signal, redirect: 'error' });
      if (!response.ok || !response.body)
        throw failure(
          'ModelMissing',
          `"${file}" of the model "${model}" is missing here (status ${response.status}). Check that the folder models/ was put on the server.`,
        );
      return collect(response.body, onBytes);
    },
  };
}

async function collect(
  body: ReadableStream<Uint8Array>,
  onBytes: (loaded: number) => void,
): Promise<Bytes> {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let loaded = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    loaded += value.byteLength;
    onBytes(loaded);
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
