/**
 * The three multi-hop sets of the context evaluation, retrieved as the product does it: BM25 and
 * dense lists fused by 1 / (10 + rank). Embeddings are cached under `.cache/context/`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { env, pipeline } from '@huggingface/transformers';

const dataFolder = new URL('../../../shared/data/qa/', import.meta.url);
const cacheFolder = new URL('../../.cache/context/', import.meta.url);

export const setNames = ['hotpotqa', '2wiki', 'musique'] as const;
export type SetName = (typeof setNames)[number];

interface Row {
  readonly id: string;
  readonly question: string;
  readonly passages: readonly { readonly title: string; readonly text: string; label: string }[];
}

/** A retrieved passage: fused score, cosine and BM25 as the product's `Candidate` has them. */
export interface Retrieved {
  readonly title: string;
  readonly text: string;
  readonly support: boolean;
  readonly tokens: number;
  readonly vector: Float32Array;
  readonly cosine: number;
  readonly bm25: number;
  readonly fused: number;
}

export interface Case {
  readonly set: SetName;
  readonly id: string;
  readonly question: string;
  readonly vector: Float32Array;
  /** Best first, at most `keep`. */
  readonly candidates: readonly Retrieved[];
  /** Supporting passages that exist, found or not. */
  readonly supports: number;
}

/** True where the data sets are. */
export function hasData(): boolean {
  return existsSync(new URL('hotpotqa.jsonl.gz', dataFolder));
}

/**
 * Retrieval for every question of a set, best first. hotpotqa searches one pool of 4 937 passages,
 * the others search their own 10 to 20.
 * @param embedder folder of the embedder, as transformers.js wants it
 */
export async function loadCases(
  set: SetName,
  embedder: string,
  options = { keep: 50, pool: 200, rrf: 10 },
): Promise<Case[]> {
  const rows = readLines<Row>(set);
  const embed = createEmbedder(embedder);
  const questions = await embed(
    `${set}-questions`,
    rows.map((row) => row.question),
  );
  if (set === 'hotpotqa') {
    const texts = readLines<{ title: string; text: string }>('hotpotqa_pool');
    const pool = createPool(texts, await embed('hotpotqa-pool', texts.map(passageText)));
    return rows.map((row, index) => {
      const gold = new Set(row.passages.filter(isSupport).map(passageText));
      const support = texts.map((text) => gold.has(passageText(text)));
      return toCase(set, row, questions, index, pool, support, gold.size, options);
    });
  }
  const all = rows.flatMap((row) => row.passages);
  const passages = await embed(`${set}-passages`, all.map(passageText));
  let first = 0;
  return rows.map((row, index) => {
    const part = passages.slice(first, first + row.passages.length);
    first += row.passages.length;
    const support = row.passages.map(isSupport);
    const supports = support.filter(Boolean).length;
    return toCase(
      set,
      row,
      questions,
      index,
      createPool(row.passages, part),
      support,
      supports,
      options,
    );
  });
}

function toCase(
  set: SetName,
  row: Row,
  questions: Embedded,
  index: number,
  pool: ReturnType<typeof createPool>,
  support: readonly boolean[],
  supports: number,
  options: { keep: number; pool: number; rrf: number },
): Case {
  const vector = questions.vector(index);
  const candidates = pool
    .search(row.question, vector, options)
    .map((hit) => ({ ...hit.passage, support: support[hit.index]! }));
  return { set, id: row.id, question: row.question, vector, candidates, supports };
}

function createPool(texts: readonly { title: string; text: string }[], embedded: Embedded) {
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    searchOptions: { bm25: { k: 1.2, b: 0.75, d: 0.5 } },
    processTerm: (term) => {
      const folded = term.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
      return stopWords.has(folded) ? null : lightStem(folded);
    },
  });
  index.addAll(texts.map((text, id) => ({ id, text: passageText(text) })));
  return {
    search(
      question: string,
      vector: Float32Array,
      { keep, pool, rrf }: { keep: number; pool: number; rrf: number },
    ) {
      const sparse = index.search(question).slice(0, pool);
      const cosines = texts.map((_, i) => dot(vector, embedded.vector(i)));
      const dense = cosines
        .map((_, i) => i)
        .sort((a, b) => cosines[b]! - cosines[a]!)
        .slice(0, pool);
      const fused = new Map<number, number>();
      const add = (i: number, rank: number) => fused.set(i, (fused.get(i) ?? 0) + 1 / (rrf + rank));
      sparse.forEach((hit, rank) => add(hit.id as number, rank));
      dense.forEach(add);
      const bm25 = new Map(sparse.map((hit) => [hit.id as number, hit.score]));
      return [...fused]
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, keep)
        .map(([i, score]) => ({
          index: i,
          passage: {
            title: texts[i]!.title,
            text: texts[i]!.text,
            tokens: embedded.tokens[i]!,
            vector: embedded.vector(i),
            cosine: cosines[i]!,
            bm25: bm25.get(i) ?? 0,
            fused: score,
          },
        }));
    },
  };
}

interface Embedded {
  readonly tokens: Uint32Array;
  vector(index: number): Float32Array;
  slice(start: number, end: number): Embedded;
}

function createEmbedder(folder: string) {
  let loading: Promise<(texts: string[]) => Promise<{ vectors: Float32Array; tokens: number[] }>>;
  const load = async () => {
    env.allowRemoteModels = false;
    const cut = folder.replace(/\/$/, '').lastIndexOf('/');
    env.localModelPath = folder.slice(0, cut + 1);
    const extract = await pipeline('feature-extraction', folder.slice(cut + 1), { dtype: 'q8' });
    return async (texts: string[]) => ({
      vectors: (await extract(texts, { pooling: 'mean', normalize: true })).data as Float32Array,
      tokens: texts.map(
        (text) => extract.tokenizer.encode(text, { add_special_tokens: false }).length,
      ),
    });
  };
  return async (name: string, texts: readonly string[]): Promise<Embedded> => {
    const hash = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
    const file = new URL(`${name}-${hash}.f32`, cacheFolder);
    const n = texts.length;
    if (!existsSync(file)) {
      const run = await (loading ??= load());
      const data = new Float32Array(n * 385);
      const order = texts.map((_, i) => i).sort((a, b) => texts[a]!.length - texts[b]!.length);
      for (let start = 0; start < n; start += 16) {
        const batch = order.slice(start, start + 16);
        const { vectors, tokens } = await run(batch.map((i) => texts[i]!));
        batch.forEach((i, row) => {
          data.set(vectors.subarray(row * 384, (row + 1) * 384), i * 384);
          data[n * 384 + i] = tokens[row]!;
        });
        if (start % 800 === 0) console.error(`${name}: ${start} of ${n} embedded`);
      }
      mkdirSync(cacheFolder, { recursive: true });
      writeFileSync(file, new Uint8Array(data.buffer));
    }
    const bytes = readFileSync(file);
    const data = new Float32Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    );
    return embedded(data.subarray(0, n * 384), Uint32Array.from(data.subarray(n * 384)));
  };
}

function embedded(data: Float32Array, tokens: Uint32Array): Embedded {
  return {
    tokens,
    vector: (index) => data.subarray(index * 384, (index + 1) * 384),
    slice: (start, end) =>
      embedded(data.subarray(start * 384, end * 384), tokens.subarray(start, end)),
  };
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function readLines<T>(name: string): T[] {
  const text = gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, dataFolder))).toString('utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

const passageText = (passage: { title: string; text: string }) =>
  `${passage.title}. ${passage.text}`;
const isSupport = (passage: { label: string }) => passage.label === 'support';

function lightStem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

const stopWords = new Set(
  (
    'a an and are as at be been but by did do does for from had has have he her him his how i if in ' +
    'into is it its of on or s she t that the their them they this to was we were what when where ' +
    'which who whom whose why will with you'
  ).split(' '),
);
