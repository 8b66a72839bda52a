import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { modeSettings } from '../../src/core/evaluation/modes';
import {
  parsePool,
  parseQuestions,
  type QuestionPassage,
  type QuestionRow,
} from '../../src/core/evaluation/questions';
import {
  differencesOf,
  reportVersion,
  summarizeLines,
  summarizeStages,
  toMarkdown,
  type QuestionLine,
  type Report,
  type SetReport,
} from '../../src/core/evaluation/report';
import { createRandom, shuffled } from '../../src/core/lib/random';
import { defaultSettings, withSettings, type Settings } from '../../src/core/settings';
import { createFakeModels } from '../../src/engine/models/fake';
import type { Models } from '../../src/engine/models/types';
import { evaluateQuestion, sharedPool } from '../../src/engine/pipeline/evaluate';
import { createQuestionLibrary } from '../../src/engine/pipeline/question-library';
import { createNodeModels } from '../support/node-models';
import type { EvaluateArguments } from './arguments';

/** Runs every set in every mode, side by side on the same questions; goes on where an earlier run stopped. */
export async function runEvaluation(
  options: EvaluateArguments,
  say: (line: string) => void,
  signal: AbortSignal,
  wrap: (models: Models) => Models = (models) => models,
): Promise<{ readonly report: Report; readonly markdown: string }> {
  const models = wrap(chooseModels(options.models, options.threads));
  const sets: Record<string, SetReport> = {};
  for (const file of options.questions) {
    const name = basename(file).replace(/\.(?:jsonl|json|csv)(?:\.gz)?$/, '');
    sets[name] = await runSet(options, models, name, readRows(file, options), say, signal);
  }
  const { roles } = await models.describe();
  const report: Report = {
    schema: 'touchstone-report',
    version: reportVersion,
    seed: options.seed,
    models: roles,
    machine: describeMachine(),
    sets,
  };
  return { report, markdown: toMarkdown(report) };
}

export const describeMachine = (): string =>
  `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}, Node ${process.versions.node}`;

function chooseModels(which: string, threads: number): Models {
  if (which === 'fake') return createFakeModels();
  return createNodeModels(which === 'builtin' ? { threads } : { folder: which, threads });
}

/** The text of a file, gzipped or not. */
export function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function readRows(file: string, options: EvaluateArguments): QuestionRow[] {
  const rows = parseQuestions(readText(file), basename(file).replace(/\.gz$/, ''));
  return shuffled(rows, createRandom(options.seed)).slice(0, options.limit);
}

async function runSet(
  options: EvaluateArguments,
  models: Models,
  name: string,
  rows: readonly QuestionRow[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<SetReport> {
  const pooled =
    options.pool === ''
      ? null
      : sharedPool(
          rows,
          options.pool === 'own' ? [] : parsePool(readText(options.pool), basename(options.pool)),
        );
  const asked = pooled?.rows ?? rows;
  const lines: Record<string, QuestionLine[]> = {};
  const settings: Record<string, Settings> = {};
  for (const mode of options.modes) {
    // No clock decides here: the same seed gives the same report on any machine.
    settings[mode] = withSettings(
      defaultSettings,
      { search: { ms: 600_000 } },
      modeSettings(mode),
      ...options.settings,
    );
    lines[mode] = await runMode({
      options,
      models,
      name,
      mode,
      settings: settings[mode],
      rows: asked,
      pool: pooled?.passages ?? null,
      say,
      signal,
    });
  }
  return {
    questions: rows.length,
    pool:
      options.pool === ''
        ? 'its own passages'
        : `${options.pool === 'own' ? 'all passages of the set' : basename(options.pool)} (${pooled!.passages.length})`,
    feedback: options.feedback,
    modes: Object.fromEntries(
      options.modes.map((mode) => [
        mode,
        {
          settings: settings[mode]!,
          metrics: summarizeLines(lines[mode]!, options.seed),
          stages: summarizeStages(lines[mode]!),
          questions: lines[mode]!,
        },
      ]),
    ),
    differences: differencesOf(lines, options.seed),
  };
}

interface ModeRun {
  readonly options: EvaluateArguments;
  readonly models: Models;
  readonly name: string;
  readonly mode: string;
  readonly settings: Settings;
  readonly rows: readonly QuestionRow[];
  readonly pool: readonly QuestionPassage[] | null;
  say(line: string): void;
  readonly signal: AbortSignal;
}

async function runMode(run: ModeRun): Promise<QuestionLine[]> {
  const { options, rows, settings, models, signal } = run;
  const kept = openLines(run);
  if (kept.lines.size === rows.length) return rows.map((row) => kept.lines.get(row.id)!);
  const open = (passages: readonly QuestionPassage[]) =>
    createQuestionLibrary(
      passages,
      models,
      settings,
      { share: options.feedback, seed: options.seed },
      signal,
    );
  const shared = run.pool ? await open(run.pool) : null;
  const lines: QuestionLine[] = [];
  for (const [i, row] of rows.entries()) {
    signal.throwIfAborted();
    run.say(`${run.name} ${run.mode} ${i + 1}/${rows.length}`);
    let line = kept.lines.get(row.id);
    if (!line) {
      const library = shared ?? (await open(row.passages));
      line = await evaluateQuestion(
        library,
        models,
        row,
        settings,
        () => performance.now(),
        signal,
      );
      kept.keep(line);
    }
    lines.push(line);
  }
  return lines;
}

/** Lines that an earlier run with the same settings left, and a way to add to them. */
function openLines({ options, name, mode, settings, rows }: ModeRun) {
  const folder = join(options.out, 'lines');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.${mode}.jsonl`);
  const what = {
    settings,
    seed: options.seed,
    pool: options.pool,
    feedback: options.feedback,
    models: options.models,
    ids: rows.map((row) => row.id),
  };
  const head = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  const [first, ...rest] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const lines = new Map<string, QuestionLine>();
  if (first === head)
    for (const text of rest) {
      if (!text.endsWith('}')) continue;
      const line = JSON.parse(text) as QuestionLine;
      lines.set(line.id, line);
    }
  writeFileSync(
    file,
    [head, ...[...lines.values()].map((line) => JSON.stringify(line)), ''].join('\n'),
  );
  return { lines, keep: (line: QuestionLine) => appendFileSync(file, `${JSON.stringify(line)}\n`) };
}
