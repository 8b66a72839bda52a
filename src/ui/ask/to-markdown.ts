import type { Answer, Citation } from '../../core/types';
import { verdictNames } from '../shared/verdict-names';
import { placeOf } from './describe-answer';

/** An answer with its sources, for a note or a mail. Numbers are those that the person saw. */
export function answerToMarkdown(answer: Answer): string {
  const lines: string[] = [`## ${answer.question}`, ''];
  if (answer.kind === 'abstained') {
    lines.push('**Not in your documents.**', '');
    if (answer.nearest.length > 0) lines.push('Nearest passages (not sources of an answer):', '');
    lines.push(...answer.nearest.map((one) => `- ${escapeMarkdown(placeOf(one))}: ${quoted(one)}`));
    return `${lines.join('\n').trimEnd()}\n`;
  }
  if (answer.short) lines.push(`**${escapeMarkdown(answer.short)}**`, '');
  for (const sentence of answer.sentences) {
    const numbers = sentence.citations.map((n) => `[${n}]`).join('');
    const verdict = verdictNames[sentence.verdict].toLowerCase();
    lines.push(`- ${escapeMarkdown(sentence.text)} ${numbers} *(${verdict})*`.replace('  ', ' '));
  }
  if (answer.conflict) {
    lines.push('', '**Your documents disagree.** ' + escapeMarkdown(answer.conflict.reason), '');
    for (const side of answer.conflict.sides) {
      const numbers = side.citations.map((n) => `[${n}]`).join('');
      const preferred = side.preferred ? ', preferred' : '';
      lines.push(
        `- ${escapeMarkdown(side.answer)} ${numbers} (trust ${side.trust.toFixed(2)}${preferred})`,
      );
    }
  }
  lines.push('', '### Sources', '');
  for (const one of answer.citations)
    lines.push(`${one.number}. ${escapeMarkdown(placeOf(one))}: ${quoted(one)}`);
  return `${lines.join('\n').trimEnd()}\n`;
}

const quoted = (citation: Citation): string =>
  `“${escapeMarkdown(citation.quote.replace(/\s+/g, ' ').trim())}”`;

/** Keeps what documents say from turning into markup. */
const escapeMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>#|])/g, '\\$1');
