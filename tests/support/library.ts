import { failure } from '../../src/core/errors';
import { noPause } from '../../src/core/cancel';
import { defaultSettings, withSettings, type Settings } from '../../src/core/settings';
import type { DocumentId, ParsedDocument, Passage, PassageId } from '../../src/core/types';
import { createEmitter, type EngineContext } from '../../src/engine/context';
import { createFakeModels } from '../../src/engine/models/fake';
import type { Models } from '../../src/engine/models/types';
import type { Derive } from '../../src/engine/pipeline/derive';
import { fillIndexes } from '../../src/engine/pipeline/fill';
import { createIndexes } from '../../src/engine/pipeline/indexes';
import { createLibraryService } from '../../src/engine/pipeline/library';
import { tableNames } from '../../src/engine/storage/schema';
import type { Store } from '../../src/engine/storage/types';
import type { ImportEvent, ImportFile, LibraryApi } from '../../src/link/library';

/** Plain text: the first line is the title, every line is a passage. "DAMAGED" and "CRASH" fail. */
export const lineDerive: Derive = {
  parserVersion: 1,
  chunkerVersion: 1,
  supports: (path) => path.endsWith('.txt'),
  async parse(bytes, path, onProgress, signal) {
    signal.throwIfAborted();
    if (!path.endsWith('.txt')) throw failure('DocumentUnsupported', 'Not a text file.');
    const text = new TextDecoder().decode(bytes);
    if (text.includes('DAMAGED')) throw failure('DocumentDamaged', 'It is damaged.');
    if (text.includes('CRASH')) throw new TypeError('x is undefined');
    onProgress(1, 1);
    return { format: 'text', parsed: parsedOf(text) };
  },
  split: async (document, { text }) => passagesOf(document, text),
};

export const parsedOf = (text: string): ParsedDocument => ({
  title: text.split('\n')[0] ?? '',
  text,
  pages: [],
  headings: [],
  tables: [],
  date: null,
  warnings: [],
});

function passagesOf(document: DocumentId, text: string): Passage[] {
  const lines = [...text.matchAll(/[^\n]+/g)];
  return lines.map(({ 0: line, index }, ordinal) => ({
    id: `${document}#${ordinal}` as PassageId,
    document,
    ordinal,
    start: index,
    end: index + line.length,
    text: line,
    sentences: [[0, line.length]],
    headings: [],
    page: null,
    kind: 'prose',
    header: [],
    tokens: line.split(' ').length,
  }));
}

/** Fake models that remember every text they embedded, and may be told to fail or to act as another. */
export interface WatchedModels extends Models {
  readonly embedded: string[];
  /** Called before each embedding; may throw. */
  onEmbed: (texts: readonly string[]) => void | Promise<void>;
  id: string;
}

export function createWatchedModels(): WatchedModels {
  const models = createFakeModels();
  const watched: WatchedModels = {
    ...models,
    embedded: [],
    onEmbed: () => {},
    id: 'fake@1',
    async embed(texts, signal) {
      await watched.onEmbed(texts);
      const vectors = await models.embed(texts, signal);
      watched.embedded.push(...texts);
      return vectors;
    },
    async describe() {
      const description = await models.describe();
      const embed = { ...description.roles.embed!, id: watched.id };
      return { ...description, roles: { ...description.roles, embed } };
    },
  };
  return watched;
}

export interface TestLibrary extends LibraryApi {
  readonly context: EngineContext;
  readonly models: WatchedModels;
  /** Imports `path -> text` and gives the events back. */
  add(
    files: Readonly<Record<string, string>>,
    options?: { collection?: string; signal?: AbortSignal; onEvent?: (event: ImportEvent) => void },
  ): Promise<ImportEvent[]>;
  resume(signal?: AbortSignal): Promise<ImportEvent[]>;
  /** Titles of what a keyword finds, through both indexes. */
  find(words: string): Promise<string[]>;
}

/** A library over a store, as the engine starts it: indexes filled from what is stored. */
export async function openLibrary(
  store: Store,
  options: {
    models?: WatchedModels;
    derive?: Partial<Derive>;
    settings?: Settings;
    now?: () => number;
  } = {},
): Promise<TestLibrary> {
  const models = options.models ?? createWatchedModels();
  const settings = (): Settings =>
    options.settings ?? withSettings(defaultSettings, { library: { embedBatch: 2 } });
  let clock = 1_000;
  const context: EngineContext = {
    store,
    models,
    writer: () => null,
    settings,
    indexes: createIndexes(settings),
    now: options.now ?? (() => ++clock),
    changed: createEmitter(),
  };
  await fillIndexes(store, context.indexes, models, noPause);
  const service = createLibraryService(context, {
    derive: { ...lineDerive, ...options.derive },
    reason: null,
  });
  return {
    ...service,
    context,
    models,
    async add(files, { collection = 'default', signal = never(), onEvent } = {}) {
      const events: ImportEvent[] = [];
      const list = Object.entries(files).map(([path, text]) => fileOf(path, text));
      await service.importFiles(
        list,
        collection,
        (event) => {
          events.push(event);
          onEvent?.(event);
        },
        signal,
      );
      return events;
    },
    async resume(signal = never()) {
      const events: ImportEvent[] = [];
      await service.resumeImports((event) => events.push(event), signal);
      return events;
    },
    async find(words) {
      const { indexes } = context;
      const titles = (hits: readonly { index: number }[]): string[] => [
        ...new Set(
          hits.map(({ index }) => indexes.document(indexes.passage(index).document)!.title),
        ),
      ];
      const query = await models.embed([words], never());
      models.embedded.pop();
      const dense = new Set(indexes.size === 0 ? [] : titles(indexes.dense(query, indexes.size)));
      return titles(indexes.sparse(words, 50))
        .filter((title) => dense.has(title))
        .sort();
    },
  };
}

export const never = (): AbortSignal => new AbortController().signal;

export const fileOf = (path: string, text: string): ImportFile => ({
  path,
  file: new File([text], path.split('/').at(-1)!, { lastModified: 5 }),
});

/** Every row of every table: two libraries with equal contents are the same library. */
export async function contentsOf(store: Store): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const table of tableNames) contents[table] = await store.all(table);
  return contents;
}

/** Events without progress, as short words: "indexed a.txt", "failed b.txt DocumentDamaged". */
export const told = (events: readonly ImportEvent[]): string[] =>
  events.flatMap((event) => {
    if (event.type === 'progress') return [];
    if (event.type === 'started') return [`started ${event.files}`];
    if (event.type === 'finished')
      return [
        `finished ${event.indexed} ${event.skipped} ${event.failed}${event.cancelled ? ' cancelled' : ''}`,
      ];
    if (event.type === 'indexed')
      return [`indexed ${event.path}${event.duplicateOf ? ` = ${event.duplicateOf}` : ''}`];
    return [`${event.type} ${event.path} ${event.error}`];
  });
