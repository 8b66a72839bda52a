import { toClaim } from '../../core/answer/claims';
import type { Support } from '../../core/answer/compose';
import { verdictOf } from '../../core/answer/compose';
import type { AnswerGroup, RawProposal } from '../../core/answer/decide';
import { windowAround } from '../../core/answer/window';
import type { Judgement } from '../../core/types';
import type { Run } from './run';
import type { Found } from './search';

/**
 * The evidence of an answer, at most `answer.cited` places, the best first: per passage that proposes
 * it the sentence it stands in. A quote has to carry the claim by itself: where the sentence alone
 * does not, its neighbours that were judged with it are quoted too, and a further source that does
 * not carry it either way is not cited.
 */
export async function supportFor(
  run: Run,
  taken: readonly Found[],
  group: AnswerGroup,
): Promise<Support[]> {
  const { around, cited, supported, verify, windowChars } = run.settings.answer;
  const claim = toClaim(run.shape.text, group.answer);
  const places = placesOf(group)
    .slice(0, 2 * cited)
    .map((p) => {
      const { passage } = taken[p.at]!;
      const title = run.indexes.document(passage.document)?.title ?? '';
      const window = (neighbours: number, chars: number) =>
        windowAround(passage, p.at, p.start, p.end, title, neighbours, chars);
      return { at: p.at, narrow: window(0, Infinity), wide: window(around, windowChars) };
    });
  const alone = verify
    ? await run.judge.judge(
        places.map(({ narrow }) => ({ premise: narrow.premise, hypothesis: claim })),
        run.signal,
      )
    : [];
  return places
    .map(({ at, narrow, wide }, i) => {
      const within = group.judged[at] ?? group.judgement;
      const carries = alone[i] === undefined || verdictOf(alone[i], supported) === 'supported';
      const { start, end } = carries ? narrow : wide;
      return supportOf(run, taken[at]!, start, end, (carries && alone[i]) || within);
    })
    .filter((s, i) => i === 0 || verdictOf(s.judgement, supported) === 'supported')
    .slice(0, cited);
}

/** Where the answer was read, once per passage: the passage it rests on, then by entailment. */
function placesOf(group: AnswerGroup): RawProposal[] {
  const first = new Map<number, RawProposal>();
  for (const proposal of group.proposals)
    if (!first.has(proposal.at)) first.set(proposal.at, proposal);
  const entailment = (p: RawProposal) => group.judged[p.at]?.entailment ?? 0;
  return [...first.values()].sort(
    (a, b) =>
      Number(b.at === group.best) - Number(a.at === group.best) || entailment(b) - entailment(a),
  );
}

export function supportOf(
  run: Run,
  found: Found,
  start: number,
  end: number,
  judgement: Judgement,
): Support {
  const document = run.indexes.document(found.passage.document)!;
  return { passage: found.passage, document, start, end, judgement, trust: found.trust };
}
