import { failure } from '../../core/errors';
import { relationOf, type PassagePair } from '../../core/trust/pairs';
import type { DocumentId, DocumentRecord, Relation } from '../../core/types';
import type { RelationProgress } from '../../link/trust';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { loadEnglish } from '../facts/extraction';
import type { Operation } from '../storage/types';
import { createComparer, type Comparer } from '../trust/comparer';
import { createKeptJudge, type KeptJudge } from '../trust/judge-cache';

/** Raised when other relations would be found, so that documents are compared anew. */
export const relationsVersion = 1;

/** Pairs of sentences per call of the judge, forward and backward: a question waits for one call at most. */
const pairsPerCall = 8;
/** After a call, the models rest for this share of its time, so that questions get through. */
const rest = 0.25;

/** Builds the relations of the library, document by document. */
export interface Learner {
  /**
   * Compares each document that is not compared yet with those that are. What is found is saved
   * document by document, each judgement at once: a later run goes on where this one was stopped.
   * `onFound` gets all relations of the document with those compared so far, and no other is left.
   * @throws ModelMissing without a judge, AbortError
   */
  run(
    onProgress: (progress: RelationProgress) => void,
    onFound: (document: DocumentId, relations: readonly Relation[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Where it stands without running. */
  progress(): Promise<RelationProgress>;
}

export function createLearner(context: EngineContext): Learner {
  const { store, indexes, models } = context;
  let comparer: Comparer | null = null;

  async function judgeId(): Promise<string | null> {
    const { judge } = (await models.describe()).roles;
    return judge && `${judge.id} ${judge.dtype}`;
  }

  async function run(
    onProgress: (progress: RelationProgress) => void,
    onFound: (document: DocumentId, relations: readonly Relation[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const id = await judgeId();
    if (id === null)
      throw failure(
        'ModelMissing',
        'Documents are compared by a judge, and none is loaded; choose one under Models.',
      );
    const judge = createKeptJudge(context, id);
    const pause = createPause(signal);
    comparer ??= createComparer(context, await loadEnglish());
    await comparer.refresh(pause);
    await forgetGone();
    const compared = await comparedBy(id);
    const todo = indexes.documents().filter((document) => !compared.has(document.id));
    const count = createCount(todo, onProgress);
    for (const document of todo) {
      if (!indexes.document(document.id)) continue;
      const found = await compare(document, compared, comparer, judge, count, signal);
      await save(document, found, id);
      const gone = await removeGone(document.id, found);
      if (!indexes.document(document.id)) continue;
      compared.add(document.id);
      onFound(document.id, found.filter((row) => !gone.has(row.documentA) && !gone.has(row.documentB))); // prettier-ignore
    }
    count.finished();
  }

  async function compare(
    { id }: DocumentRecord,
    compared: ReadonlySet<DocumentId>,
    by: Comparer,
    judge: KeptJudge,
    count: Count,
    signal: AbortSignal,
  ): Promise<readonly Relation[]> {
    const pause = createPause(signal);
    const settings = context.settings().trust;
    const relations: Relation[] = [];
    let waiting: PassagePair[] = [];
    const settle = async (): Promise<void> => {
      const found = await judged(waiting, id, judge, signal);
      waiting = [];
      relations.push(...found);
      count.found(found.length);
    };
    for (const index of indexes.passagesOf(id)) {
      signal.throwIfAborted();
      await pause();
      if (!indexes.live(index)) return [];
      for (const pair of by.pairsOf(index, compared, settings)) {
        waiting.push(pair);
        if (sentencesOf(waiting) >= pairsPerCall) await settle();
      }
      count.passage();
    }
    await settle();
    return relations;
  }

  async function judged(
    pairs: readonly PassagePair[],
    document: DocumentId,
    judge: KeptJudge,
    signal: AbortSignal,
  ): Promise<Relation[]> {
    if (pairs.length === 0) return [];
    const settings = context.settings().trust;
    const sentences = pairs.flatMap((pair) => pair.sentences);
    const started = performance.now();
    const before = judge.calls;
    const judgements = await judge.judge(
      sentences.flatMap(({ a, b, forward, backward }) => [
        { premise: a.text, hypothesis: forward.statement.text },
        { premise: b.text, hypothesis: backward.statement.text },
      ]),
      document,
      signal,
    );
    if (judge.calls > before) await sleep(rest * (performance.now() - started), signal);
    let at = 0;
    return pairs.flatMap((pair) => {
      const own = pair.sentences.map(() => [judgements[at++]!, judgements[at++]!] as const);
      const relation = relationOf(pair, own, settings);
      return relation ? [relation] : [];
    });
  }

  async function save(
    document: DocumentRecord,
    relations: readonly Relation[],
    judge: string,
  ): Promise<void> {
    const mark = { id: markKey(document.id), value: signatureOf(document, judge) };
    await store.batch([
      // What another judge found; of this one's there is nothing yet.
      { table: 'relations', deleteWhere: 'documentA', equals: document.id },
      { table: 'relations', deleteWhere: 'documentB', equals: document.id },
      ...relations.map((put): Operation => ({ table: 'relations', put })),
      { table: 'values', put: mark },
    ]);
  }

  /** A document deleted while it was compared leaves nothing. */
  async function removeGone(
    document: DocumentId,
    relations: readonly Relation[],
  ): Promise<ReadonlySet<DocumentId>> {
    const concerned = [document, ...relations.flatMap((row) => [row.documentA, row.documentB])];
    const gone = new Set(concerned.filter((id) => !indexes.document(id)));
    await store.batch(
      [...gone].flatMap((id): Operation[] => [
        { table: 'relations', deleteWhere: 'documentA', equals: id },
        { table: 'relations', deleteWhere: 'documentB', equals: id },
        { table: 'judgements', deleteWhere: 'document', equals: id },
        { table: 'values', delete: markKey(id) },
      ]),
    );
    return gone;
  }

  /** Documents whose mark fits them as they are and the judge that is loaded. */
  async function comparedBy(judge: string | null): Promise<Set<DocumentId>> {
    if (judge === null) return new Set();
    const documents = indexes.documents();
    const marks = await Promise.all(documents.map(({ id }) => store.get('values', markKey(id))));
    const fits = (document: DocumentRecord, i: number): boolean =>
      marks[i]?.value === signatureOf(document, judge);
    return new Set(documents.filter(fits).map(({ id }) => id));
  }

  /** Marks of documents that were deleted; their relations went with them. */
  async function forgetGone(): Promise<void> {
    const keys = (await store.keys('values')).filter((key) => key.startsWith(markPrefix));
    const gone = keys.filter(
      (key) => !indexes.document(key.slice(markPrefix.length) as DocumentId),
    );
    await store.batch(gone.map((key) => ({ table: 'values', delete: key })));
  }

  return {
    run,
    async progress() {
      const compared = await comparedBy(await judgeId());
      let [done, total] = [0, 0];
      for (const { id, passages } of indexes.documents()) {
        total += passages;
        if (compared.has(id)) done += passages;
      }
      const found = await store.count('relations');
      return { done, total, found, leftMs: null, running: false };
    },
  };
}

const markPrefix = 'relations:';
const markKey = (document: DocumentId): string => `${markPrefix}${document}`;

/** What relations of a document were made by; when it changes they are made anew. */
const signatureOf = ({ versions }: DocumentRecord, judge: string): string =>
  [relationsVersion, judge, versions.parser, versions.chunker, versions.embedder].join(' | ');

const sentencesOf = (pairs: readonly PassagePair[]): number =>
  pairs.reduce((sum, { sentences }) => sum + sentences.length, 0);

interface Count {
  passage(): void;
  found(relations: number): void;
  finished(): void;
}

/** Progress in passages, with an estimate by the pace so far. */
function createCount(
  todo: readonly DocumentRecord[],
  onProgress: (progress: RelationProgress) => void,
): Count {
  const total = todo.reduce((sum, { passages }) => sum + passages, 0);
  const started = performance.now();
  let [done, found] = [0, 0];
  const report = (running: boolean): void => {
    const pace = done > 0 ? (performance.now() - started) / done : null;
    const leftMs = pace === null ? null : Math.round(pace * Math.max(0, total - done));
    onProgress({ done, total, found, leftMs, running });
  };
  report(true);
  return {
    passage() {
      done++;
      report(true);
    },
    found(relations) {
      found += relations;
      report(true);
    },
    finished() {
      done = total;
      report(false);
    },
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
