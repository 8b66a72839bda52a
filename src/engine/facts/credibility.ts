import {
  credibilityOf,
  noise,
  type Credibility,
  type Evidence,
} from '../../core/triples/credibility';
import { tripleText } from '../../core/triples/facts';
import { established } from '../../core/triples/names';
import type { DocumentId, PassageId, Span, Triple, TripleId } from '../../core/types';
import type { TrustSource } from '../ask/search';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { compare, type Comparison } from './corroboration';
import { scoreByWriter } from './evaluator';
import { credibilityKey, type FactStore } from './fact-store';

/** A sentence of another source that says something about a triple, as it is stored. */
export interface StoredEvidence {
  readonly passage: PassageId;
  /** Offsets into the passage's text. */
  readonly span: Span;
  readonly support: number;
  readonly contradiction: number;
}

/** What is known of one triple. Triples that nobody mentions have no entry. */
interface Entry {
  readonly head: number;
  readonly tail: number;
  readonly evidence: readonly StoredEvidence[];
  /** 0..10 of a language model, or null. */
  readonly written: number | null;
}

/** Stored as the value `credibility:<document>`. */
interface Row {
  /** What compared it: judge, extractor, evaluator. */
  readonly by: string;
  readonly entries: Readonly<Record<TripleId, Entry>>;
  /** Other documents that it was compared with. */
  readonly met: readonly DocumentId[];
}

export interface CredibilityService {
  load(): Promise<void>;
  /** 0..10, under the trust of this moment; 5 for what was not compared yet. */
  score(triple: Triple): number;
  why(triple: Triple): {
    readonly credibility: Credibility;
    readonly evidence: readonly StoredEvidence[];
    readonly head: number;
    readonly tail: number;
    readonly written: number | null;
  };
  /** Mean over a passage's triples, 0..10, trust left out, for the prior of trust; NaN without triples. */
  ofPassage(passage: PassageId): number;
  /** Whether it was compared, by those who would compare it now. */
  isChecked(document: DocumentId): boolean;
  /** Looks who would compare facts now. */
  lookAtSettings(): Promise<void>;
  /**
   * Compares what is new, and what the new has to do with; stops and resumes between documents.
   * Resolves with whether anything was compared.
   */
  run(onProgress: () => void, signal: AbortSignal): Promise<boolean>;
}

const prefix = 'credibility:';
const nothingKnown: Entry = { head: 0, tail: 0, evidence: [], written: null };

export function createCredibility(
  context: EngineContext,
  facts: FactStore,
  trust: () => TrustSource,
): CredibilityService {
  const { store, indexes, models, settings } = context;
  const rows = new Map<DocumentId, Row>();
  let loading: Promise<void> | null = null;
  /** Who compares, by the last look; null: whoever did it is right. */
  let comparer: string | null = null;

  async function load(): Promise<void> {
    for (const key of await store.keys('values')) {
      if (!key.startsWith(prefix)) continue;
      const row = await store.get('values', key);
      rows.set(key.slice(prefix.length) as DocumentId, row?.value as Row);
    }
  }

  const entryOf = (triple: Triple): Entry =>
    rows.get(triple.document)?.entries[triple.id] ?? nothingKnown;

  function weigh(triple: Triple, entry: Entry, trustOf: (passage: number) => number): Credibility {
    const evidence = entry.evidence.flatMap(({ passage, support, contradiction }): Evidence[] => {
      const index = indexes.indexOf(passage);
      return index < 0 ? [] : [{ support, contradiction, trust: trustOf(index) }];
    });
    const own = indexes.indexOf(triple.passage);
    return credibilityOf({
      head: entry.head,
      tail: entry.tail,
      established: established(triple),
      trust: own < 0 ? 0.5 : trustOf(own),
      evidence,
    });
  }

  function scoreOf(triple: Triple, trustOf: (passage: number) => number): number {
    const entry = entryOf(triple);
    return entry.written ?? weigh(triple, entry, trustOf).score;
  }

  async function version(): Promise<string> {
    const { roles } = await models.describe();
    const evaluator =
      settings().facts.evaluator === 'writer' && context.writer() ? `${roles.write?.id}` : '';
    return `1 ${roles.judge?.id} ${evaluator}`;
  }

  const current = (document: DocumentId, by: string): boolean =>
    rows.get(document)?.by === `${by} ${facts.mark(document)?.extractor}`;

  const ready = (): Promise<void> => (loading ??= load());

  context.changed.on(({ type }) => {
    if (type !== 'documents') return;
    for (const document of rows.keys()) if (!indexes.document(document)) rows.delete(document);
  });

  return {
    load: ready,
    score: (triple) => scoreOf(triple, (i) => trust().trustOf(i)),
    why(triple) {
      const entry = entryOf(triple);
      const live = {
        ...entry,
        evidence: entry.evidence.filter((e) => indexes.indexOf(e.passage) >= 0),
      };
      return { ...live, credibility: weigh(triple, live, (i) => trust().trustOf(i)) };
    },
    ofPassage(passage) {
      const triples = facts.ofPassage(passage);
      return triples.reduce((sum, t) => sum + scoreOf(t, () => 0.5), 0) / triples.length;
    },
    isChecked: (document) => (comparer === null ? rows.has(document) : current(document, comparer)),
    async lookAtSettings() {
      comparer = await version();
    },

    async run(onProgress, signal) {
      await ready();
      const by = (comparer = await version());
      const all = indexes.documents().map((d) => d.id);
      const fresh = all.filter((d) => !current(d, by));
      const met = new Set<DocumentId>();
      for (const document of fresh) {
        for (const other of await check(document, by, signal)) met.add(other);
        onProgress();
      }
      // What the new documents speak of is spoken of in these too: they may be contradicted now.
      for (const document of met) {
        if (fresh.includes(document) || !indexes.document(document)) continue;
        await check(document, by, signal);
        onProgress();
      }
      return fresh.length > 0;
    },
  };

  async function check(
    document: DocumentId,
    by: string,
    signal: AbortSignal,
  ): Promise<readonly DocumentId[]> {
    const pause = createPause(signal);
    const names = await facts.names(pause);
    const { comparedPassages, comparedSentences, copy } = settings().facts;
    const options = { passages: comparedPassages, sentences: comparedSentences, copy };
    const entries: Record<TripleId, Entry> = {};
    const met = new Set<DocumentId>();
    const triples = facts.ofDocument(document);
    const known = knownPairs(document);
    for (let at = 0; at < triples.length; at += together) {
      await pause();
      signal.throwIfAborted();
      const compared = compare(context, names, document, triples.slice(at, at + together), options);
      const evidence = await judge(compared, known, signal);
      for (const [k, { triple, head, tail, sentences }] of compared.entries()) {
        for (const { passage } of sentences) {
          const index = indexes.indexOf(passage);
          if (index >= 0) met.add(indexes.passage(index).document);
        }
        const written = await writtenScore(triple, signal);
        const telling = evidence[k]!.filter((e) => Math.max(e.support, e.contradiction) >= noise);
        if (telling.length > 0 || head > 0 || tail > 0 || written !== null)
          entries[triple.id] = { head, tail, evidence: telling, written };
      }
    }
    if (!indexes.document(document)) return [];
    const row: Row = { by: `${by} ${facts.mark(document)?.extractor}`, entries, met: [...met] };
    await store.batch([{ table: 'values', put: { id: credibilityKey(document), value: row } }]);
    rows.set(document, row);
    return [...met];
  }

  /** Judgements of an earlier run, by triple and sentence: nothing telling is judged twice. */
  function knownPairs(document: DocumentId): Map<string, StoredEvidence> {
    const known = new Map<string, StoredEvidence>();
    for (const [id, entry] of Object.entries(rows.get(document)?.entries ?? {}))
      for (const e of entry.evidence) known.set(pairKey(id, e), e);
    return known;
  }

  async function judge(
    compared: readonly Comparison[],
    known: ReadonlyMap<string, StoredEvidence>,
    signal: AbortSignal,
  ): Promise<StoredEvidence[][]> {
    const open = compared.flatMap((c) =>
      c.sentences
        .filter((s) => !known.has(pairKey(c.triple.id, s)))
        .map((s) => ({ premise: s.text, hypothesis: c.text })),
    );
    const scores = await models.entail(open, signal);
    let next = 0;
    return compared.map((c) =>
      c.sentences.map((s): StoredEvidence => {
        const before = known.get(pairKey(c.triple.id, s));
        if (before) return before;
        const k = 3 * next++;
        return {
          passage: s.passage,
          span: s.span,
          support: scores[k]!,
          contradiction: scores[k + 2]!,
        };
      }),
    );
  }

  async function writtenScore(triple: Triple, signal: AbortSignal): Promise<number | null> {
    const writer = settings().facts.evaluator === 'writer' ? context.writer() : null;
    const index = indexes.indexOf(triple.passage);
    if (!writer || index < 0) return null;
    const passage = indexes.passage(index);
    const [start, end] = triple.sentence;
    const sentence = passage.text.slice(start - passage.start, end - passage.start);
    return scoreByWriter(writer, tripleText(triple), sentence, signal);
  }
}

/** Triples compared between two breaths. */
const together = 32;
const pairKey = (triple: string, e: { readonly passage: PassageId; readonly span: Span }): string =>
  `${triple} ${e.passage} ${e.span[0]}`;
