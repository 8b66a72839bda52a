import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { failure } from '../../src/core/errors';
import { modeSettings } from '../../src/core/evaluation/modes';
import { parseSetting, type SettingsPatch } from '../../src/core/settings';

export interface EvaluateArguments {
  readonly questions: readonly string[];
  /** "" = each question has its own passages as library, "own" = all rows' passages, else a pool file. */
  readonly pool: string;
  readonly limit: number;
  readonly seed: number;
  readonly modes: readonly string[];
  readonly settings: readonly SettingsPatch[];
  readonly feedback: number;
  readonly models: string;
  readonly writer: 'none' | 'builtin';
  readonly threads: number;
  readonly out: string;
}

export const usage = `npm run evaluate -- --questions FILE [--questions FILE …] --out DIR
  --pool own|FILE     all rows' passages in one library, or with a pool of passages; default: each question its own
  --limit N           the first N questions after shuffling by seed
  --seed S            default 1
  --mode a,b,…        plain judged trust chains context search full trustprop reliablerag selfcorrecting; default plain,full
  --set group.name=v  changes a setting in every mode
  --feedback SHARE    right feedback on this share of the passages, drawn by seed (0 to 1)
  --models builtin|fake|DIR
  --writer none|builtin
  --threads N         of the models, default 2`;

/** @throws BadSetting with what is wrong and how it should be */
export function readArguments(argv: readonly string[]): EvaluateArguments {
  const text = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        questions: many,
        pool: text,
        limit: text,
        seed: text,
        mode: many,
        set: many,
        feedback: text,
        models: text,
        writer: text,
        threads: text,
        out: text,
      },
    }));
  } catch (error) {
    throw failure('BadSetting', `${(error as Error).message}\n${usage}`);
  }
  const questions = values.questions ?? [];
  if (questions.length === 0 || !values.out)
    throw failure('BadSetting', `--questions and --out are needed.\n${usage}`);
  for (const file of [...questions, ...(values.pool && values.pool !== 'own' ? [values.pool] : [])])
    if (!existsSync(file)) throw failure('NotFound', `There is no file ${file}.`);
  const modes = (values.mode ?? ['plain,full']).flatMap((list) => list.split(','));
  modes.forEach(modeSettings);
  const writer = values.writer ?? 'none';
  if (writer !== 'none' && writer !== 'builtin')
    throw failure('BadSetting', `--writer is none or builtin, got "${writer}".`);
  return {
    questions,
    pool: values.pool ?? '',
    limit: numberOf('--limit', values.limit ?? '1000000', 1, 1_000_000),
    seed: numberOf('--seed', values.seed ?? '1', 0, 2 ** 31),
    modes,
    settings: (values.set ?? []).map(parseSetting),
    feedback: numberOf('--feedback', values.feedback ?? '0', 0, 1),
    models: values.models ?? 'builtin',
    writer,
    threads: numberOf('--threads', values.threads ?? '2', 1, 64),
    out: values.out,
  };
}

function numberOf(name: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (raw.trim() === '' || !(value >= min && value <= max))
    throw failure('BadSetting', `${name} must be a number from ${min} to ${max}, got "${raw}".`);
  return value;
}
