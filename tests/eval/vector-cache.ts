/** Vectors and token counts of texts, kept on disk between runs: the same text is embedded once. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Models } from '../../src/engine/models/types';

const folder = new URL('../../.cache/facts/', import.meta.url);
const dimensions = 384;
/** 8 bytes of hash, one float of tokens, the vector. */
const stride = 8 + 4 + 4 * dimensions;

export interface VectorCache {
  /** Embeds what is not known yet; `vector` and `tokens` know it then. */
  fill(texts: readonly string[]): Promise<void>;
  vector(text: string): Float32Array;
  tokens(text: string): number;
}

export function createVectorCache(models: Models, name = 'vectors'): VectorCache {
  const file = new URL(`${name}.bin`, folder);
  mkdirSync(folder, { recursive: true });
  const rows = new Map<string, { readonly vector: Float32Array; readonly tokens: number }>();
  if (existsSync(file)) {
    const bytes = readFileSync(file);
    for (let at = 0; at + stride <= bytes.length; at += stride) {
      const numbers = new Float32Array(
        bytes.buffer.slice(bytes.byteOffset + at + 8, bytes.byteOffset + at + stride),
      );
      rows.set(bytes.toString('latin1', at, at + 8), {
        tokens: numbers[0]!,
        vector: numbers.subarray(1),
      });
    }
  }
  const never = new AbortController().signal;
  const get = (text: string) => {
    const row = rows.get(key(text));
    if (!row) throw new Error(`Not embedded: ${text.slice(0, 60)}`);
    return row;
  };
  return {
    async fill(texts) {
      const missing = [...new Set(texts)].filter((t) => !rows.has(key(t)));
      missing.sort((a, b) => a.length - b.length);
      const started = Date.now();
      for (let at = 0; at < missing.length; at += 256) {
        const part = missing.slice(at, at + 256);
        const [vectors, tokens] = [
          await models.embed(part, never),
          await models.countTokens(part, never),
        ];
        const chunks = part.map((text, i) => {
          const numbers = Float32Array.from([
            tokens[i]!,
            ...vectors.subarray(i * dimensions, (i + 1) * dimensions),
          ]);
          rows.set(key(text), { tokens: numbers[0]!, vector: numbers.subarray(1) });
          return Buffer.concat([Buffer.from(key(text), 'latin1'), Buffer.from(numbers.buffer)]);
        });
        appendFileSync(file, Buffer.concat(chunks));
        if (at % 5120 === 0 && missing.length > 1000)
          console.error(
            `${at} of ${missing.length} embedded, ${Math.round((at + 256) / ((Date.now() - started) / 1000))} a second`,
          );
      }
    },
    vector: (text) => get(text).vector,
    tokens: (text) => get(text).tokens,
  };
}

const key = (text: string): string =>
  createHash('sha1').update(text).digest().toString('latin1', 0, 8);
