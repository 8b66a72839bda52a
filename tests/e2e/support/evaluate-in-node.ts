import { readFileSync } from 'node:fs';
import type { Report } from '../../../src/core/evaluation/report';
import { settingsSchema } from '../../../src/core/settings';
import { createEngine } from '../../../src/engine/engine';
import { createMemoryStore } from '../../../src/engine/storage/memory';
import type { Models } from '../../../src/engine/models/types';
import type { EngineApi } from '../../../src/link/api';
import type { EvaluationQuestion } from '../../../src/link/evaluation';
import type { ImportFile } from '../../../src/link/library';
import { createNodeModels } from '../../support/node-models';

const folder = new URL('../../../public/sample/', import.meta.url);

/**
 * The search over answers ends after a time of its own (`search.ms`), on a slow machine earlier in its
 * work. Its longest time, so that not the clock decides what two runtimes answer.
 */
export const searchMs = settingsSchema.search.ms.max;

export interface SampleRow extends EvaluationQuestion {
  readonly kind: string;
  readonly after: string | null;
}

/** The sample as it lies on disk. */
export const sample = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as {
  readonly files: readonly string[];
  readonly questions: readonly SampleRow[];
};

/**
 * The sample in a library in memory, documents compared and facts found, as a browser holds it after
 * the import.
 * @param modified milliseconds since 1970 by path, as the other library knows them
 */
export async function openSample(
  models: Models,
  modified: ReadonlyMap<string, number> = new Map(),
): Promise<EngineApi> {
  const { signal } = new AbortController();
  const engine = await createEngine({
    store: createMemoryStore(),
    models,
    writer: () => null,
    storage: { reason: null },
    now: Date.now,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    requests: () => [],
  });
  await engine.changeSettings({ search: { ms: searchMs } });
  const files = sample.files.map((path): ImportFile => {
    const lastModified = modified.get(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const file = new File(
      [Uint8Array.from(readFileSync(new URL(path, folder)))],
      name,
      lastModified === undefined ? {} : { lastModified },
    );
    return { path, file };
  });
  await engine.importFiles(files, 'Sample library', () => {}, signal);
  await engine.buildRelations(() => {}, signal);
  await engine.extractFacts(() => {}, signal);
  return engine;
}

/** What the Evaluation panel does, without a browser: the questions in each mode, at native speed. */
export async function evaluateInNode(
  questions: readonly EvaluationQuestion[],
  modes: readonly string[],
  seed: number,
  modified: ReadonlyMap<string, number>,
): Promise<Report> {
  const engine = await openSample(createNodeModels(), modified);
  return engine.evaluate(questions, modes, seed, () => {}, new AbortController().signal);
}
