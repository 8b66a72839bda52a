/**
 * Pools of question sets as libraries, for the evaluations of trust: every passage is a file of its
 * own, equal texts are one. Models are the built-in ones; what they said is kept in `.cache/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseQuestions, type QuestionPassage } from '../../src/core/evaluation/questions';
import { containsAnswer } from '../../src/core/lib/normalize';
import { defaultSettings, withSettings, type Settings } from '../../src/core/settings';
import type { Models } from '../../src/engine/models/types';
import {
  createQuestionLibrary,
  type QuestionLibrary,
} from '../../src/engine/pipeline/question-library';
import { cacheModels } from '../support/cached-models';
import { createNodeModels } from '../support/node-models';

const data = new URL('../../../shared/data/qa/', import.meta.url);

/** The first hundred questions of each; what was tuned, was tuned on questions 200 to 299. */
export const sets = ['cram_nq', 'cram_trivia', 'poisonedrag_hotpotqa'] as const;

export interface Pool {
  readonly name: string;
  readonly questions: readonly PoolQuestion[];
  readonly passages: readonly PoolPassage[];
}

export interface PoolQuestion {
  readonly question: string;
  /** Positions of its passages in the pool. */
  readonly passages: readonly number[];
}

export interface PoolPassage extends QuestionPassage {
  /** Planted by the makers of the set. */
  readonly planted: boolean;
  /** Labelled as support, or names a right answer. */
  readonly answers: boolean;
  /** Questions it came with. */
  readonly questions: ReadonlySet<number>;
}

export const hasData = (name: string): boolean => existsSync(new URL(`${name}.jsonl.gz`, data));

export function loadPool(name: string, from = 0, to = 100): Pool {
  const file = gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, data))).toString('utf8');
  const rows = parseQuestions(file, `${name}.jsonl`).slice(from, to);
  const position = new Map<string, number>();
  const passages: (PoolPassage & { readonly questions: Set<number> })[] = [];
  const questions = rows.map((row, q) => ({
    question: row.question,
    passages: row.passages.map((passage) => {
      const text = passage.text.trim();
      let at = position.get(text);
      if (at === undefined) {
        at = passages.length;
        position.set(text, at);
        passages.push({
          ...passage,
          text,
          planted: passage.label === 'false',
          answers:
            passage.label === 'support' || row.answers.some((gold) => containsAnswer(text, gold)),
          questions: new Set<number>(),
        });
      }
      passages[at]!.questions.add(q);
      return at;
    }),
  }));
  return { name, questions, passages };
}

export interface CountedModels extends Models {
  readonly pairsJudged: number;
}

/** The built-in models, cached; counts the pairs that the judge is asked for. */
export function createEvaluationModels(): CountedModels {
  const models = cacheModels(createNodeModels({ threads: 1 }), '.cache/trust-models.txt');
  let pairsJudged = 0;
  return {
    ...models,
    get pairsJudged() {
      return pairsJudged;
    },
    entail(pairs, signal) {
      pairsJudged += pairs.length;
      return models.entail(pairs, signal);
    },
  };
}

export const never = new AbortController().signal;

/** Passages long enough to hold each text of the sets whole: what is labelled stays one. */
export const settingsOf = (trust: Partial<Settings['trust']> = {}): Settings =>
  withSettings(defaultSettings, {
    trust,
    chains: { enabled: false },
    passages: { targetTokens: 480, maxTokens: 500 },
  });

/** The pool as a library without relations. Passages keep their order: index = position. */
export async function openPool(
  pool: Pool,
  models: Models,
  settings: Settings,
): Promise<QuestionLibrary> {
  const without = withSettings(settings, { trust: { enabled: false } });
  const library = await createQuestionLibrary(
    pool.passages,
    models,
    without,
    { share: 0, seed: 0 },
    never,
  );
  const { size } = library.context.indexes;
  if (size !== pool.passages.length)
    throw new Error(`${pool.name}: ${pool.passages.length} texts became ${size} passages.`);
  return library;
}

/** Kind of a pair: both from one question (T true, F planted), or from different questions. */
export function pairKind(a: PoolPassage, b: PoolPassage): 'F-T' | 'T-T' | 'F-F' | 'apart' {
  if (![...a.questions].some((q) => b.questions.has(q))) return 'apart';
  if (a.planted !== b.planted) return 'F-T';
  return a.planted ? 'F-F' : 'T-T';
}

export const pairKinds = ['F-T', 'T-T', 'F-F', 'apart'] as const;
