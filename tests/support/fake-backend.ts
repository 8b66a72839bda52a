import type { Remote } from 'comlink';
import { createSignal } from 'solid-js';
import { failure } from '../../src/core/errors';
import { defaultSettings, withSettings, type SettingsPatch } from '../../src/core/settings';
import type { Answer, DocumentId, Feedback, Relation } from '../../src/core/types';
import type { EngineApi } from '../../src/link/api';
import type { AskStage } from '../../src/link/ask';
import type { FileStatus, ImportEvent } from '../../src/link/library';
import type { ModelsShelfApi } from '../../src/link/hub';
import type { ModelChoice, ModelsApi } from '../../src/link/models';
import type { TrustMap } from '../../src/link/trust';
import type { Backend, BackendStatus } from '../../src/ui/context';
import { fakeAnswer } from './fake-answers';
import { createFakeShelf } from './fake-shelf';
import { fakeDocument, formatOf, type FakeDocument, type FakeSource } from './fake-documents';

export interface FakeOptions {
  readonly documents?: readonly FakeSource[];
  readonly statuses?: readonly FileStatus[];
  /** Milliseconds that each step takes; 0 is one turn of the event loop. */
  readonly stepMs?: number;
  readonly status?: Partial<BackendStatus>;
  readonly storage?: 'indexeddb' | 'memory';
  readonly now?: () => number;
  /** Stands in for the map that is made of the documents. */
  readonly trustMap?: TrustMap;
  /** Makes `ask` reject with this. */
  readonly askError?: Error;
  /** Makes every download end with this. */
  readonly downloadError?: Error;
}

export interface FakeBackend extends Backend {
  readonly setStatus: (status: Partial<BackendStatus>) => void;
  /** What was called, newest last: "deleteDocuments a,b". */
  readonly calls: readonly string[];
}

const ready: BackendStatus = {
  engine: { state: 'ready' },
  models: {
    embed: { state: 'ready', device: 'wasm' },
    judge: { state: 'ready', device: 'wasm' },
    read: { state: 'ready', device: 'wasm' },
  },
  notice: null,
};

/** The whole contract of the engine, in the page, over made-up documents. The same every time. */
export function createFakeBackend(options: FakeOptions = {}): FakeBackend {
  const [status, setStatus] = createSignal<BackendStatus>({ ...ready, ...options.status });
  const [choice, setChoice] = createSignal<ModelChoice>({});
  const calls: string[] = [];
  const now = options.now ?? Date.now;
  const step = async (signal?: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, options.stepMs ?? 0));
    signal?.throwIfAborted();
  };
  const documents = new Map<string, FakeDocument>();
  for (const source of options.documents ?? []) {
    const document = fakeDocument(source);
    documents.set(document.record.id, document);
  }
  let statuses = [...(options.statuses ?? [])];
  let history: Answer[] = [];
  let feedback: Feedback[] = [];
  let settings = defaultSettings;
  let lastAsked = 0;

  const base = (path: string) =>
    path.includes('newsletter') ? 0.31 : path.includes('safety-rules') ? 0.48 : 0.78;
  const trust = (id: string): number => {
    const document = documents.get(id);
    const path = document?.record.paths[0] ?? '';
    const said = feedback.filter(
      ({ target }) => target === `document:${id}` || target.startsWith(`passage:${id}#`),
    );
    const push = said.reduce((sum, { value }) => sum + (value === 'good' ? 0.12 : -0.25), 0);
    return Math.min(0.98, Math.max(0.03, base(path) + push));
  };
  const world = (at: number) => ({ documents: [...documents.values()], trust, now: at });

  const stages: readonly (readonly [AskStage, string])[] = [
    ['understanding', ''],
    ['searching', '200 passages looked at'],
    ['choosing', '12 passages within the budget'],
    ['reading', '8 passages'],
    ['checking', '3 sentences against 8 passages'],
    ['searching-answers', '24 drafts'],
    ['done', ''],
  ];

  const engine: EngineApi = {
    async importFiles(files, collection, onEvent, signal) {
      calls.push(`importFiles ${files.length} ${collection}`);
      const tally = { indexed: 0, skipped: 0, failed: 0 };
      const tell = (event: ImportEvent) => {
        if (event.type in tally) tally[event.type as keyof typeof tally]++;
        onEvent(event);
      };
      tell({ type: 'started', files: files.length });
      try {
        for (const [index, { path, file }] of files.entries()) {
          statuses = statuses.filter((one) => one.path !== path);
          const note = (state: FileStatus['status'], error: string, reason: string) =>
            statuses.push({
              path,
              bytes: file.size,
              status: state,
              error,
              reason,
              document: null,
              collection,
            });
          for (const stage of ['reading', 'parsing', 'splitting'] as const) {
            await step(signal);
            tell({ type: 'progress', path, index, stage, done: 1, total: 1 });
          }
          if (!formatOf(path)) {
            const reason = 'This kind of file is not read.';
            note('skipped', 'DocumentUnsupported', reason);
            tell({ type: 'skipped', path, error: 'DocumentUnsupported', reason });
            continue;
          }
          if (file.size === 0) {
            const reason = 'The file is empty.';
            note('failed', 'DocumentEmpty', reason);
            tell({ type: 'failed', path, error: 'DocumentEmpty', reason });
            continue;
          }
          const bytes = () => file.arrayBuffer();
          const document = fakeDocument({
            path,
            collection,
            text: await file.text(),
            modified: file.lastModified,
            size: file.size,
            bytes,
          });
          const known = documents.get(document.record.id);
          for (let done = 1; done <= 6; done++) {
            await step(signal);
            tell({ type: 'progress', path, index, stage: 'embedding', done, total: 6 });
          }
          const record = known
            ? { ...known.record, paths: [...new Set([...known.record.paths, path])] }
            : document.record;
          documents.set(record.id, { ...document, record });
          const duplicateOf = known ? (known.record.paths[0] ?? null) : null;
          tell({ type: 'indexed', path, document: record, duplicateOf });
        }
      } finally {
        tell({ type: 'finished', ...tally, cancelled: signal.aborted });
      }
    },
    async resumeImports(onEvent, signal) {
      const waiting = statuses.filter((one) => one.status === 'waiting');
      if (waiting.length === 0) return;
      calls.push('resumeImports');
      onEvent({ type: 'started', files: waiting.length });
      await step(signal);
      statuses = statuses.filter((one) => one.status !== 'waiting');
      onEvent({ type: 'finished', indexed: 0, skipped: 0, failed: 0, cancelled: false });
    },
    documents: async () => [...documents.values()].map(({ record }) => record),
    fileStatuses: async () => statuses,
    async forgetFileStatus(path) {
      statuses = statuses.filter((one) => one.path !== path);
    },
    async view(id) {
      const document = documents.get(id);
      if (!document) throw failure('NotFound', 'This document is no longer in the library.');
      return { record: document.record, parsed: document.parsed, passages: document.passages };
    },
    async bytes(id) {
      const document = documents.get(id);
      if (!document) throw failure('NotFound', 'This document is no longer in the library.');
      return document.bytes();
    },
    async deleteDocuments(ids) {
      calls.push(`deleteDocuments ${ids.join(',')}`);
      for (const id of ids) documents.delete(id);
    },
    async moveDocuments(ids, collection) {
      for (const id of ids) {
        const document = documents.get(id);
        if (document)
          documents.set(id, { ...document, record: { ...document.record, collection } });
      }
    },
    passage: async (id) =>
      documents.get(id.split('#')[0] ?? '')?.passages.find((one) => one.id === id) ?? null,
    storage: async () => ({
      kind: options.storage ?? 'indexeddb',
      reason:
        options.storage === 'memory'
          ? 'This window is private, and the browser keeps nothing for it.'
          : null,
      usedBytes: options.storage === 'memory' ? null : 4_812_330,
      quotaBytes: 10 * 2 ** 30,
      persisted: false,
      documents: documents.size,
      passages: [...documents.values()].reduce((sum, { passages }) => sum + passages.length, 0),
    }),
    async deleteEverything() {
      calls.push('deleteEverything');
      documents.clear();
      statuses = [];
      history = [];
      feedback = [];
      settings = defaultSettings;
    },
    async exportLibrary(onProgress, signal) {
      for (const share of [0.25, 0.5, 0.75, 1]) {
        await step(signal);
        onProgress(share);
      }
      return new Blob(['fake archive'], { type: 'application/zip' });
    },
    async importLibrary(archive) {
      if ((await archive.text()) !== 'fake archive')
        throw failure('BadArchive', 'This is not a library that Touchstone exported.');
    },

    async ask(question, { after }, onEvent, signal) {
      calls.push(`ask ${question}`);
      if (options.askError) throw options.askError;
      for (const [stage, detail] of stages) {
        onEvent({ type: 'stage', stage, detail });
        await step(signal);
        if (stage === 'reading' && /petrel/i.test(question))
          onEvent({ type: 'draft', short: '4,318 occupied sites', checked: false });
      }
      lastAsked = Math.max(lastAsked + 1, now());
      const answer = fakeAnswer(question, after, world(lastAsked));
      history = [answer, ...history];
      onEvent({ type: 'answer', answer });
      return answer;
    },
    history: async () => history,
    async deleteAnswer(id) {
      calls.push(`deleteAnswer ${id}`);
      history = history.filter((one) => one.id !== id);
    },
    async clearHistory() {
      history = [];
    },

    buildRelations: async () => {},
    relationProgress: async () => ({ done: 0, total: 0, found: 0, leftMs: null, running: false }),
    trustMap: async () =>
      options.trustMap ?? {
        nodes: [...documents.values()].map(({ record }) => ({
          id: `document:${record.id}`,
          kind: 'document',
          document: record.id,
          passage: null,
          span: null,
          label: record.title,
          trust: trust(record.id),
          prior: 0.5,
          feedback: null,
        })),
        edges: [],
      },
    documentTrust: async () =>
      Object.fromEntries([...documents.keys()].map((id) => [id, trust(id)])),
    whyTrust: async () => [],
    feedbackBehind: async () => [],
    async conflicts() {
      const relation = fakeConflict([...documents.values()]);
      if (!relation) return [];
      const title = (id: string) => documents.get(id)?.record.title ?? '';
      return [
        {
          relation,
          titleA: title(relation.documentA),
          titleB: title(relation.documentB),
          trustA: trust(relation.documentA),
          trustB: trust(relation.documentB),
        },
      ];
    },
    async giveFeedback(target, value, from) {
      calls.push(`giveFeedback ${target} ${value} ${from}`);
      feedback = feedback.filter((one) => one.target !== target);
      if (value) feedback.push({ target, value, given: now(), from });
    },
    feedback: async () => feedback,
    undoFeedback: async () => feedback.pop() ?? null,

    extractFacts: async () => {},
    factsProgress: async () => ({
      done: 0,
      total: 0,
      triples: 0,
      rejectedLines: 0,
      running: false,
    }),
    facts: async () => ({ facts: [], total: 0 }),
    entities: async () => [],
    whyCredible: async () => [],
    evaluate: async () => {
      throw failure('BadQuestions', 'The fake backend evaluates nothing.');
    },
    embedder: async () => ({ answering: null, wanted: null }),
    async switchEmbedder(name, onProgress) {
      calls.push(`switchEmbedder ${name}`);
      onProgress(1, 1);
    },
    settings: async () => settings,
    async changeSettings(patch: SettingsPatch) {
      calls.push(`changeSettings ${JSON.stringify(patch)}`);
      settings = withSettings(settings, patch);
      return settings;
    },
    requests: async () => [],
  };

  const shelf = createFakeShelf(calls, step, options.downloadError);
  const models: Pick<ModelsApi, 'requests' | 'describe'> & ModelsShelfApi = {
    ...shelf.models,
    requests: async () => [],
    describe: async () => ({
      roles: { embed: null, judge: null, read: null, write: null },
      dimensions: 384,
    }),
  };

  return {
    engine: engine as unknown as Remote<EngineApi>,
    models: models as unknown as Remote<ModelsApi>,
    status,
    setStatus: (patch) => void setStatus((before) => ({ ...before, ...patch })),
    calls,
    loadModels: () => void setStatus((before) => ({ ...before, models: ready.models })),
    cancelLoading: () =>
      void setStatus((before) => ({
        ...before,
        models: {
          embed: { state: 'cancelled' },
          judge: { state: 'cancelled' },
          read: { state: 'cancelled' },
        },
      })),
    restart: () => void setStatus((before) => ({ ...before, engine: { state: 'ready' } })),
    choice,
    async adopt(role, name) {
      setChoice((before) => ({ ...before, [role]: name }));
    },
    async use(role, name, onEmbedding, signal) {
      calls.push(`use ${role} ${name}`);
      for (let done = 1; role === 'embed' && done <= 4; done++) {
        await step(signal);
        onEmbedding(done, 4);
      }
      setChoice((before) => ({ ...before, [role]: name }));
    },
    hub: shelf.hub,
    serviceWorkerRequests: async () => [],
  };
}

/** The two papers that disagree about the petrels, when both are there. */
function fakeConflict(documents: readonly FakeDocument[]): Relation | null {
  const find = (quote: string) => {
    for (const { record, parsed, passages } of documents) {
      const start = parsed.text.indexOf(quote);
      const passage = passages.find((one) => one.start <= start && start < one.end);
      if (passage) return { id: record.id as DocumentId, passage: passage.id, start, text: quote };
    }
    return null;
  };
  const a = find('In 2024 we counted 4,318 occupied sites on Orrin Skerry.');
  const b = find('The 2024 census brought 5,318 occupied sites on Orrin Skerry');
  if (!a || !b) return null;
  const judgement = { entailment: 0.01, neutral: 0.04, contradiction: 0.95 };
  return {
    a: a.passage,
    b: b.passage,
    documentA: a.id,
    documentB: b.id,
    sign: -1,
    weight: 0.95,
    spanA: [a.start, a.start + a.text.length],
    spanB: [b.start, b.start + b.text.length],
    textA: a.text,
    textB: b.text,
    forward: judgement,
    backward: judgement,
  };
}
