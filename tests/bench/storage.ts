/**
 *   npx tsx tests/bench/storage.ts
 *
 * A library from files to search: how long importing, opening again, deleting, exporting and
 * importing the archive take, with fake models (our own share) and, where their files are, with the
 * real ones. The store is the one in memory.
 */
import { existsSync } from 'node:fs';
import { noPause } from '../../src/core/cancel';
import { createRandom } from '../../src/core/lib/random';
import { defaultSettings } from '../../src/core/settings';
import { createEmitter, type EngineContext } from '../../src/engine/context';
import { createFakeModels } from '../../src/engine/models/fake';
import type { Models } from '../../src/engine/models/types';
import { createFileDerive } from '../../src/engine/pipeline/file-derive';
import { fillIndexes } from '../../src/engine/pipeline/fill';
import { createIndexes } from '../../src/engine/pipeline/indexes';
import { createLibraryService } from '../../src/engine/pipeline/library';
import { createMemoryStore } from '../../src/engine/storage/memory';
import type { ImportFile } from '../../src/link/library';
import { createNodeModels, modelsFolder } from '../support/node-models';
import { machine } from './measure';

const words =
  'lease tenant landlord rent notice garden island harbour council ferry budget report winter'.split(
    ' ',
  );

/** Markdown files of sections and sentences, each different; about 5 passages a file. */
function makeFiles(count: number): ImportFile[] {
  const random = createRandom(3);
  const pick = (): string => words[Math.floor(random() * words.length)]!;
  const sentence = (): string =>
    `The ${pick()} of ${pick()} ${Math.floor(random() * 1e6)} was agreed by the ${pick()} and the ${pick()} in ${1900 + Math.floor(random() * 125)}.`;
  return Array.from({ length: count }, (_, i) => {
    const sections = Array.from(
      { length: 5 },
      (_, j) => `## Section ${j}\n\n${Array.from({ length: 8 }, sentence).join(' ')}`,
    );
    const text = `# Document ${i}\n\n${sections.join('\n\n')}\n`;
    return { path: `bench/${i}.md`, file: new File([text], `${i}.md`) };
  });
}

/** @returns lines of a report. */
export async function benchLibrary(name: string, models: Models, files: number): Promise<string[]> {
  const { signal } = new AbortController();
  const store = createMemoryStore();
  const settings = () => defaultSettings;
  const context: EngineContext = {
    store,
    models,
    writer: () => null,
    settings,
    indexes: createIndexes(settings),
    now: () => 0,
    changed: createEmitter(),
  };
  const derive = createFileDerive(models, settings);
  const library = createLibraryService(context, { derive, reason: null });
  const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
    const started = performance.now();
    const result = await work();
    return [performance.now() - started, result];
  };
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

  const [imported] = await timed(() =>
    library.importFiles(makeFiles(files), 'bench', () => {}, signal),
  );
  const passages = await store.count('passages');
  const fresh = createIndexes(settings);
  const [filled] = await timed(() => fillIndexes(store, fresh, models, noPause));
  const [exported, archive] = await timed(() => library.exportLibrary(() => {}, signal));
  const [first] = await library.documents();
  const [deleted] = await timed(() => library.deleteDocuments([first!.id]));
  await library.deleteEverything();
  const [restored] = await timed(() => library.importLibrary(archive, () => {}, signal));
  return [
    `${name}: ${files} files, ${passages} passages`,
    `  imported in ${seconds(imported)}: ${seconds((imported / passages) * 1000)} per 1000 passages`,
    `  opened again in ${seconds(filled)}; one document deleted in ${deleted.toFixed(1)} ms`,
    `  exported in ${seconds(exported)} (${(archive.size / 1e6).toFixed(1)} MB), restored in ${seconds(restored)}`,
  ];
}

/** @returns lines of a report. */
export async function benchStorage(): Promise<string[]> {
  const lines = await benchLibrary('fake models', createFakeModels(), 400);
  if (!existsSync(`${modelsFolder}all-MiniLM-L6-v2`))
    return [...lines, 'real models: skipped, their files are absent'];
  const models = createNodeModels();
  await models.embed(['warm up'], new AbortController().signal);
  return [...lines, ...(await benchLibrary('real models', models, 40))];
}

if (process.argv[1]?.endsWith('storage.ts'))
  console.log([machine(), ...(await benchStorage())].join('\n'));
