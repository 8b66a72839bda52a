/** The public sets as the facts evaluations read them; see README.md beside the data. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { splitSentences } from '../../src/core/lib/sentences';
import type { Span } from '../../src/core/types';

const dataFolder = new URL('../../../shared/data/', import.meta.url);
const reportFolder = new URL('../../reports/facts/', import.meta.url);

export interface FactPassage {
  readonly title: string;
  readonly text: string;
  readonly sentences: readonly Span[];
  readonly label: string;
}

export interface FactRow {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly wrongAnswer: string | null;
  readonly passages: readonly FactPassage[];
  /** Gold evidence, where the set has it. */
  readonly triples: readonly (readonly [string, string, string])[];
}

export const hasData = (): boolean => existsSync(new URL('qa/2wiki.jsonl.gz', dataFolder));

/** A set of `qa/`, or "2wiki_train" of `reading/`. */
export function readSet(name: string): FactRow[] {
  if (name === '2wiki_train') return lines('reading/2wiki_train').map(fromTrain);
  return lines(`qa/${name}`).map((row) => ({
    id: row.id,
    question: row.question,
    answers: row.answers,
    wrongAnswer: row.wrongAnswer ?? null,
    passages: row.passages.map((p: { title: string; text: string; label: string }) => ({
      ...p,
      sentences: splitSentences(p.text),
    })),
    triples: row.triples ?? [],
  }));
}

/** Passages of `hotpotqa_pool`. */
export function readPool(): FactPassage[] {
  return lines('qa/hotpotqa_pool').map((p) => ({
    title: p.title,
    text: p.text,
    label: 'other',
    sentences: splitSentences(p.text),
  }));
}

/** Writes a report as JSON and prints it as lines. */
export function report(name: string, result: unknown, text: readonly string[]): void {
  mkdirSync(reportFolder, { recursive: true });
  writeFileSync(new URL(`${name}.json`, reportFolder), JSON.stringify(result, null, 2));
  writeFileSync(new URL(`${name}.txt`, reportFolder), `${text.join('\n')}\n`);
  console.log(text.join('\n'));
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Seven tenths of the questions are for tuning, by a hash of their id. */
export function isTuning(id: string): boolean {
  let hash = 2166136261;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619);
  return (hash >>> 0) % 10 < 7;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
function lines(name: string): any[] {
  return gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, dataFolder)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

interface TrainRow {
  readonly _id: string;
  readonly question: string;
  readonly answer: string;
  readonly evidences: readonly (readonly [string, string, string])[];
  readonly supporting_facts: readonly (readonly [string, number])[];
  readonly context: readonly (readonly [string, readonly string[]])[];
}

function fromTrain(row: TrainRow): FactRow {
  const support = new Set(row.supporting_facts.map(([title]) => title));
  return {
    id: row._id,
    question: row.question,
    answers: [row.answer],
    wrongAnswer: null,
    passages: row.context.map(([title, sentences]) => {
      const text = sentences.join(' ');
      const label = support.has(title) ? 'support' : 'other';
      return { title, text, sentences: splitSentences(text), label };
    }),
    triples: row.evidences,
  };
}
