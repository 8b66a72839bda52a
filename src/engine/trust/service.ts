import { pullsOnGroup, rootsOf } from '../../core/trust/why';
import type { DocumentConflict, TrustApi } from '../../link/trust';
import type { TrustSource } from '../ask/search';
import type { EngineContext } from '../context';
import { createLearner } from '../pipeline/learn';
import { createBackground } from './background';
import { labelOf, mapOf, nodeOf, reasonOf, sourceOf } from './describe';
import { createFeedbackBook } from './feedback-book';
import { createTrustState, type CredibilityOf, type TrustState } from './state';

/** Trust of the library: the page's API, and what answering takes from it. */
export interface TrustService extends TrustApi, TrustSource {
  readonly state: TrustState;
}

export interface TrustExtras {
  /** Mean credibility of a passage's facts, where they were extracted. */
  readonly credibilityOf?: CredibilityOf;
  /** Compare documents by itself after each change; default true. */
  readonly background?: boolean;
}

/** While documents are compared, trust follows what is found this often. */
const followMs = 2000;
/** What moves a trust by less is not told. */
const leastEffect = 1e-3;

export function createTrustService(context: EngineContext, extras: TrustExtras = {}): TrustService {
  const { indexes, changed, models } = context;
  const state = createTrustState(context, extras.credibilityOf ?? null);
  const book = createFeedbackBook(context);
  let followed = 0;
  let untold = false;
  function tell(): void {
    if (!untold) return;
    untold = false;
    followed = context.now();
    changed.emit({ type: 'relations' });
  }
  const background = createBackground(
    createLearner(context),
    (document, relations) => {
      if (state.relations.replace(document, relations)) untold = true;
      if (context.now() - followed >= followMs) tell();
    },
    tell,
  );
  const automatic = extras.background ?? true;

  const follow = (): void => void state.solveNow().catch(warn);
  changed.on(({ type }) => {
    if (type === 'documents' && automatic) background.soon();
    follow();
  });
  follow();
  if (automatic) void models.describe().then(({ roles }) => roles.judge && background.soon(), warn);

  return {
    state,
    trustOf: state.trustOf,

    async buildRelations(onProgress, signal) {
      await background.run(onProgress, signal);
      await state.solveNow();
    },
    relationProgress: background.progress,

    async trustMap() {
      return mapOf(context, await state.solveNow(), state.trustOfDocument);
    },
    async documentTrust() {
      await state.solveNow();
      return Object.fromEntries(
        indexes.documents().map(({ id }) => [id, state.trustOfDocument(id)]),
      );
    },

    async whyTrust(name) {
      const solved = await state.solveNow();
      const node = nodeOf(solved, name);
      if (node < 0) return [];
      const { network, pulls, tau } = solved;
      return pullsOnGroup(network.graph, pulls, tau, node, sourceOf(network, node)).map((pull) =>
        reasonOf(context, solved, pull),
      );
    },
    async feedbackBehind(name) {
      const solved = await state.solveNow();
      const node = nodeOf(solved, name);
      if (node < 0) return [];
      return rootsOf(solved.network.graph, solved.pulls, node, leastEffect)
        .filter(({ kind }) => kind === 'feedback')
        .map((pull) => reasonOf(context, solved, pull));
    },

    async conflicts() {
      const { network } = await state.solveNow();
      return network.relations
        .filter(({ sign }) => sign < 0)
        .map((relation): DocumentConflict => ({
          relation,
          titleA: labelOf(context, `document:${relation.documentA}`),
          titleB: labelOf(context, `document:${relation.documentB}`),
          trustA: state.trustOf(indexes.indexOf(relation.a)),
          trustB: state.trustOf(indexes.indexOf(relation.b)),
        }))
        .sort((a, b) => undecided(b) - undecided(a));
    },

    async giveFeedback(target, value, from) {
      await book.give(target, value, from);
      await state.solveNow();
      changed.emit({ type: 'feedback' });
    },
    feedback: book.all,
    async undoFeedback() {
      const undone = await book.undo();
      await state.solveNow();
      if (undone) changed.emit({ type: 'feedback' });
      return undone;
    },
  };
}

/** How bad a conflict is: how sure the judge is of it, and how little trust tells which side is right. */
const undecided = ({ relation, trustA, trustB }: DocumentConflict): number =>
  relation.weight * (1 - Math.abs(trustA - trustB));

function warn(error: unknown): void {
  console.warn('Trust could not be computed; the next change tries again.', error);
}
