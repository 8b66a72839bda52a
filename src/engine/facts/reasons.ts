import { established } from '../../core/triples/names';
import { trustLabel } from '../../core/trust/label';
import type { Triple } from '../../core/types';
import type { CredibilityReason } from '../../link/facts';
import type { TrustSource } from '../ask/search';
import type { EngineContext } from '../context';
import type { CredibilityService } from './credibility';

/** Why a triple is as credible as it is, in words: "contradicted by budget-2023.pdf, trust LOW". */
export function credibilityReasons(
  { indexes, settings }: EngineContext,
  { why }: CredibilityService,
  trust: TrustSource,
  triple: Triple,
): CredibilityReason[] {
  const { credibility, evidence, head, tail, written } = why(triple);
  if (written !== null)
    return [
      {
        label: `The language model gave it ${written} of 10`,
        push: 0,
        document: null,
        sentence: null,
      },
    ];
  return credibility.pushes.map(({ kind, push, evidence: k }): CredibilityReason => {
    if (kind === 'nothing')
      return { label: 'No other source mentions it', push, document: null, sentence: null };
    if (kind === 'entities')
      return { label: entities(triple, head, tail), push, document: null, sentence: null };
    const e = evidence[k]!;
    const index = indexes.indexOf(e.passage);
    const passage = indexes.passage(index);
    const record = indexes.document(passage.document);
    const title = record?.paths[0]?.split('/').at(-1) ?? record?.title ?? '';
    const level = trustLabel(trust.trustOf(index), settings().trust);
    return {
      label: `${kind === 'support' ? 'Supported' : 'Contradicted'} by ${title}, trust ${level}`,
      push,
      document: passage.document,
      sentence: passage.text.slice(...e.span),
    };
  });
}

/** The entity step in words. */
function entities(triple: Triple, head: number, tail: number): string {
  const known = established(triple);
  const what =
    known === 2
      ? 'Both sides can be looked up: a name, a date or a figure'
      : known === 1
        ? 'One side can be looked up, the other is only words'
        : 'Neither side is a name, a date or a figure';
  return `${what}. Other sources that name “${triple.head}”: ${head}, “${triple.tail}”: ${tail}`;
}
