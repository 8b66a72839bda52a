import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Models, Pair } from '../../src/engine/models/types';
import type { ReaderSpan } from '../../src/core/types';

const hash = (...parts: readonly string[]) =>
  createHash('sha1').update(parts.join('\u0000')).digest('base64').slice(0, 20);

/**
 * Remembers what models said across runs, in one file of lines: for tuning, where the same pairs come
 * up again and again. Not for reports: what a batch holds moves an int8 model's numbers a little.
 */
export function cacheModels(models: Models, file: string): Models {
  mkdirSync(dirname(file), { recursive: true });
  const known = new Map<string, unknown>();
  if (existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const at = line.indexOf(' ');
      if (at > 0) known.set(line.slice(0, at), JSON.parse(line.slice(at + 1)));
    }
  const remember = (key: string, value: unknown) => {
    known.set(key, value);
    appendFileSync(file, `${key} ${JSON.stringify(value)}\n`);
  };
  // What another model said is not what this one says.
  const description = models.describe();
  const idOf = async (role: 'embed' | 'judge' | 'read') =>
    (await description).roles[role]?.id ?? '';
  const digits = (values: Iterable<number>) => Array.from(values, (x) => Number(x.toPrecision(6)));

  async function rows<T>(
    role: 'embed' | 'judge',
    items: readonly T[],
    keyOf: (item: T) => string,
    run: (missing: readonly T[]) => Promise<Float32Array>,
  ): Promise<Float32Array> {
    const id = await idOf(role);
    const keys = items.map((item) => `${keyOf(item)}:${id}`);
    const missing = new Map<string, T>();
    items.forEach((item, i) => known.has(keys[i]!) || missing.set(keys[i]!, item));
    if (missing.size > 0) {
      const values = await run([...missing.values()]);
      const width = values.length / missing.size;
      [...missing.keys()].forEach((key, i) =>
        remember(key, digits(values.subarray(i * width, (i + 1) * width))),
      );
    }
    return Float32Array.from(keys.flatMap((key) => known.get(key) as number[]));
  }

  return {
    ...models,
    embed: (texts, signal) =>
      rows(
        'embed',
        texts,
        (text) => `e${hash(text)}`,
        (missing) => models.embed(missing, signal),
      ),
    entail: (pairs, signal) =>
      rows(
        'judge',
        pairs,
        (pair: Pair) => `j${hash(pair.premise, pair.hypothesis)}`,
        (missing) => models.entail(missing, signal),
      ),
    async read(question, contexts, spans, signal) {
      const id = await idOf('read');
      const keyOf = (context: string) => `r${hash(question, context, String(spans))}:${id}`;
      const keys = contexts.map(keyOf);
      const missing = contexts.filter((_, i) => !known.has(keys[i]!));
      if (missing.length > 0) {
        const found = await models.read(question, missing, spans, signal);
        missing.forEach((context, i) => remember(keyOf(context), found[i]));
      }
      return keys.map((key) => known.get(key) as ReaderSpan[]);
    },
  };
}
