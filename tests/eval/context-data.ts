/**
 * The three multi-hop sets of the context evaluation, retrieved by the product's own parts: keyword
 * index and dense cosine, fused. Vectors are cached under `.cache/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { embeddingText } from '../../src/core/passages/embedding-text';
import { createKeywordIndex } from '../../src/core/passages/keywords';
import { fuse } from '../../src/core/passages/retrieve';
import { defaultSettings } from '../../src/core/settings';
import { createNodeModels } from '../support/node-models';
import { createVectorCache, type VectorCache } from './vector-cache';

const dataFolder = new URL('../../../shared/data/qa/', import.meta.url);

export const setNames = ['hotpotqa', '2wiki', 'musique'] as const;
export type SetName = (typeof setNames)[number];

export interface Text {
  readonly title: string;
  readonly text: string;
}

export interface Row {
  readonly id: string;
  readonly question: string;
  readonly passages: readonly (Text & { readonly label: string })[];
}

export interface Retrieved extends Text {
  readonly support: boolean;
  readonly tokens: number;
  readonly vector: Float32Array;
  readonly fused: number;
}

export interface Case {
  readonly question: string;
  /** Best first. */
  readonly candidates: readonly Retrieved[];
  /** Supporting passages that exist, found or not. */
  readonly supports: number;
}

/** True where the data sets are. */
export function hasData(): boolean {
  return existsSync(new URL('hotpotqa.jsonl.gz', dataFolder));
}

/**
 * Candidates for every question of a set. hotpotqa searches one pool of 4 937 passages, the others
 * search their own 10 to 20.
 */
export async function loadCases(set: SetName): Promise<Case[]> {
  const rows = readLines<Row>(set);
  const pool = set === 'hotpotqa' ? readLines<Text>('hotpotqa_pool') : null;
  const cache = createVectorCache(createNodeModels(), 'context');
  await cache.fill(rows.map((row) => row.question));
  await cache.fill((pool ?? rows.flatMap((row) => row.passages)).map(whole));
  const shared = pool && createPool(pool, cache);
  return rows.map((row) => {
    const gold = new Set(row.passages.filter((p) => p.label === 'support').map(whole));
    return {
      question: row.question,
      candidates: (shared ?? createPool(row.passages, cache))(row.question, gold),
      supports: gold.size,
    };
  });
}

function createPool(texts: readonly Text[], cache: VectorCache) {
  const settings = defaultSettings.retrieval;
  const index = createKeywordIndex();
  texts.forEach(({ title, text }, id) => index.add(id, { title, headings: [], text }));
  const vectors = texts.map((text) => cache.vector(whole(text)));
  return (question: string, gold: ReadonlySet<string>): Retrieved[] => {
    const asked = cache.vector(question);
    const dense = vectors
      .map((vector, i) => ({ index: i, score: dot(asked, vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, settings.pool);
    const sparse = index.search(question, settings, settings.pool);
    return fuse(dense, sparse, settings).map(({ index: i, fused }) => ({
      ...texts[i]!,
      support: gold.has(whole(texts[i]!)),
      tokens: cache.tokens(whole(texts[i]!)),
      vector: vectors[i]!,
      fused,
    }));
  };
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export const whole = ({ title, text }: Text) =>
  embeddingText(title, { headings: [], header: [], text });

export function readLines<T>(name: string): T[] {
  const text = gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, dataFolder))).toString('utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
