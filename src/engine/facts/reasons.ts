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
      return {
        label: `“${triple.head}” is named in ${others(head)}, “${triple.tail}” in ${others(tail)}`,
        push,
        document: null,
        sentence: null,
      };
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

const others = (n: number): string => (n === 1 ? '1 other passage' : `${n} other passages`);
