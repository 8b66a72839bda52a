import type { Pause } from '../../core/cancel';
import { createNameIndex, type NameIndex } from '../../core/triples/names';
import type { Rejected } from '../../core/triples/reply';
import type { DocumentId, PassageId, Triple, TripleId } from '../../core/types';
import type { EngineContext } from '../context';
import type { Operation } from '../storage/types';

/** What was extracted from one document, and by what: a mark that extraction resumes from. */
export interface FactMark {
  /** Extractor's id with version. */
  readonly extractor: string;
  readonly triples: number;
  readonly rejected: readonly Rejected[];
}

/** All triples of the library, in memory over the store. */
export interface FactStore {
  /** Reads what is stored, once. */
  load(): Promise<void>;
  readonly size: number;
  get(id: TripleId): Triple | undefined;
  ofPassage(passage: PassageId): readonly Triple[];
  ofDocument(document: DocumentId): readonly Triple[];
  all(): Iterable<Triple>;
  mark(document: DocumentId): FactMark | undefined;
  /** Replaces a document's triples, at once or not at all. */
  put(document: DocumentId, triples: readonly Triple[], mark: FactMark): Promise<void>;
  /** Names of documents and heads; made anew after a change. */
  names(pause: Pause): Promise<NameIndex>;
  /** Counts changes: what was computed under another number is stale. */
  readonly version: number;
}

export const markKey = (document: DocumentId): string => `facts:${document}`;
export const credibilityKey = (document: DocumentId): string => `credibility:${document}`;

export function createFactStore({ store, indexes, changed }: EngineContext): FactStore {
  let documents = new Map<DocumentId, readonly Triple[]>();
  let byPassage = new Map<PassageId, Triple[]>();
  let byId = new Map<TripleId, Triple>();
  let marks = new Map<DocumentId, FactMark>();
  let loading: Promise<void> | null = null;
  let version = 0;
  let names: { readonly version: number; readonly index: Promise<NameIndex> } | null = null;

  function keep(document: DocumentId, triples: readonly Triple[]): void {
    forget(document);
    documents.set(document, triples);
    for (const triple of triples) {
      byId.set(triple.id, triple);
      const list = byPassage.get(triple.passage);
      if (list) list.push(triple);
      else byPassage.set(triple.passage, [triple]);
    }
  }

  function forget(document: DocumentId): void {
    for (const { id, passage } of documents.get(document) ?? []) {
      byId.delete(id);
      byPassage.delete(passage);
    }
    documents.delete(document);
  }

  async function load(): Promise<void> {
    documents = new Map();
    byPassage = new Map();
    byId = new Map();
    marks = new Map();
    const grouped = new Map<DocumentId, Triple[]>();
    for (const triple of await store.all('triples')) {
      const list = grouped.get(triple.document);
      if (list) list.push(triple);
      else grouped.set(triple.document, [triple]);
    }
    for (const [document, triples] of grouped) keep(document, triples.sort(byOrder));
    for (const key of await store.keys('values')) {
      if (!key.startsWith('facts:')) continue;
      const row = await store.get('values', key);
      const document = key.slice('facts:'.length) as DocumentId;
      const mark = row?.value as FactMark;
      // A document that was cut anew lost its triples: then the mark is void.
      if (mark.triples === (documents.get(document)?.length ?? 0)) marks.set(document, mark);
    }
    version++;
  }

  changed.on((change) => {
    if (change.type !== 'documents') return;
    version++;
    if (!loading) return;
    const gone = new Set(
      [...marks.keys(), ...documents.keys()].filter((d) => !indexes.document(d)),
    );
    for (const document of gone) {
      forget(document);
      marks.delete(document);
    }
    // Their triples went with the document; what was kept about them goes here.
    const leftovers = [...gone].flatMap((document): Operation[] => [
      { table: 'values', delete: markKey(document) },
      { table: 'values', delete: credibilityKey(document) },
    ]);
    if (leftovers.length > 0) store.batch(leftovers).catch(() => {});
  });

  return {
    load: () =>
      (loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      })),
    get size() {
      return byId.size;
    },
    get version() {
      return version;
    },
    get: (id) => byId.get(id),
    ofPassage: (passage) => byPassage.get(passage) ?? [],
    ofDocument: (document) => documents.get(document) ?? [],
    *all() {
      for (const triples of documents.values()) yield* triples;
    },
    mark: (document) => marks.get(document),
    async put(document, triples, mark) {
      await store.batch([
        { table: 'triples', deleteWhere: 'document', equals: document },
        ...triples.map((put): Operation => ({ table: 'triples', put })),
        { table: 'values', put: { id: markKey(document), value: mark } },
      ]);
      keep(document, triples);
      marks.set(document, mark);
      version++;
    },
    names(pause) {
      if (names?.version !== version) {
        const titled = indexes.documents().map(({ id, title }) => ({
          title,
          passages: indexes.passagesOf(id).map((i) => indexes.passage(i).id),
        }));
        const all = [...documents.values()].flat();
        const index = createNameIndex(titled, all, pause);
        // Cancelled halfway: the next caller begins anew.
        index.catch(() => (names = null));
        names = { version, index };
      }
      return names.index;
    },
  };
}

/** Order of the text: passage by passage, `<passage>/<n>` by number. */
function byOrder(a: Triple, b: Triple): number {
  return number(a.passage, '#') - number(b.passage, '#') || number(a.id, '/') - number(b.id, '/');
}
const number = (id: string, before: string): number => Number(id.slice(id.lastIndexOf(before) + 1));
