import type { Answer } from '../../core/types';
import { count, percent } from '../shared/format';

/** An answer in a sentence or two, as a screen reader says it once it is there. */
export function describeAnswer(answer: Answer): string {
  if (answer.kind === 'abstained')
    return `Not in your documents. ${count(answer.nearest.length, 'nearest passage')} shown.`;
  const supported = answer.sentences.filter(({ verdict }) => verdict === 'supported').length;
  const parts = [
    `Answer: ${answer.short || answer.sentences[0]?.text || ''}.`,
    `${supported} of ${count(answer.sentences.length, 'sentence')} supported,`,
    `${count(answer.citations.length, 'citation')}.`,
  ];
  if (answer.conflict) parts.push('Your documents disagree.');
  return parts.join(' ');
}

/** The confidence in words, with its number. */
export function confidenceWords(confidence: number): string {
  const word = confidence >= 0.8 ? 'High' : confidence >= 0.6 ? 'Fair' : 'Low';
  return `${word} confidence, ${percent(confidence)}`;
}

/** A passage's place: "contracts/lease.pdf, page 3". */
export const placeOf = (citation: {
  readonly path: string;
  readonly page: number | null;
}): string => (citation.page === null ? citation.path : `${citation.path}, page ${citation.page}`);
