import { modeSettings } from '../../core/evaluation/modes';
import type { QuestionRow } from '../../core/evaluation/questions';
import {
  differencesOf,
  reportVersion,
  summarizeLines,
  summarizeStages,
  type QuestionLine,
  type Report,
} from '../../core/evaluation/report';
import { withSettings } from '../../core/settings';
import type { DocumentId } from '../../core/types';
import type { EvaluationApi } from '../../link/evaluation';
import { answerQuestion } from '../ask/ask';
import type { AskExtras } from '../ask/run';
import type { EngineContext } from '../context';
import { evaluateQuestion, type AskableLibrary } from './evaluate';

/** Runs a person's questions against the library as it is; the same code as on the command line. */
export function createEvaluationService(context: EngineContext, extras: AskExtras): EvaluationApi {
  const library: AskableLibrary = {
    ask: (question, id, settings, signal) =>
      answerQuestion(
        { models: context.models, indexes: context.indexes, now: context.now, ...extras },
        { id, question, standalone: question, note: null },
        settings,
        () => {},
        signal,
      ),
    idOf: (document) => context.indexes.document(document as DocumentId)?.paths[0] ?? document,
  };
  return {
    async evaluate(questions, modes, seed, onProgress, signal) {
      const rows: readonly QuestionRow[] = questions.map((q) => ({
        ...q,
        support: q.support ?? [],
        passages: [],
      }));
      const lines: Record<string, QuestionLine[]> = {};
      const settings = Object.fromEntries(
        modes.map((mode) => [mode, withSettings(context.settings(), modeSettings(mode))]),
      );
      for (const mode of modes) {
        lines[mode] = [];
        for (const [done, row] of rows.entries()) {
          signal.throwIfAborted();
          onProgress({ set: 'library', mode, done, total: rows.length });
          lines[mode].push(
            await evaluateQuestion(
              library,
              context.models,
              row,
              settings[mode]!,
              context.now,
              signal,
            ),
          );
        }
        onProgress({ set: 'library', mode, done: rows.length, total: rows.length });
      }
      const report: Report = {
        schema: 'touchstone-report',
        version: reportVersion,
        seed,
        models: (await context.models.describe()).roles,
        machine: 'this browser',
        sets: {
          library: {
            questions: rows.length,
            pool: `the library (${context.indexes.size} passages)`,
            feedback:
              context.indexes.size === 0
                ? 0
                : (await context.store.count('feedback')) / context.indexes.size,
            modes: Object.fromEntries(
              modes.map((mode) => [
                mode,
                {
                  settings: settings[mode]!,
                  metrics: summarizeLines(lines[mode]!, seed),
                  stages: summarizeStages(lines[mode]!),
                  questions: lines[mode]!,
                },
              ]),
            ),
            differences: differencesOf(lines, seed),
          },
        },
      };
      return report;
    },
  };
}
