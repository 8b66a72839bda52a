import { answerKey, groupAnswers } from '../../core/answer/group';
import { sigmoid, type RawProposal } from '../../core/answer/decide';
import type { QuestionShape } from '../../core/answer/question';
import type { Settings } from '../../core/settings';
import type { Models } from '../models/types';
import type { Found } from './search';

/** Spans the reader finds, over all passages, as raw proposals; scores are logits against no answer. */
export async function readSpans(
  models: Pick<Models, 'read'>,
  question: string,
  found: readonly Found[],
  settings: Settings['answer'],
  signal: AbortSignal,
): Promise<RawProposal[]> {
  const answers = await models.read(
    question,
    found.map((f) => f.passage.text),
    settings.spans,
    signal,
  );
  return answers.flatMap((spans, at) =>
    spans
      .map((span) => trimmed(...longestLine(span.text, span.start, span.end)))
      .map(({ text, start, end }, i) => ({
        answer: text,
        at,
        start,
        end,
        reader: spans[i]!.score,
        probability: spans[i]!.probability ?? sigmoid(spans[i]!.score / 2),
        by: 'reader' as const,
      }))
      .filter((p) => answerKey(p.answer) !== ''),
  );
}

/** An answer does not run over the end of a line; of a span that does, its longest line is kept. */
function longestLine(text: string, start: number, end: number): [string, number, number] {
  if (!text.includes('\n')) return [text, start, end];
  const line = text
    .split('\n')
    .reduce((long, next) => (next.trim().length > long.trim().length ? next : long));
  const at = start + text.indexOf(line);
  return [line, at, at + line.length];
}

/** Quotes, brackets and stops around a span do not belong to the answer; offsets follow. */
function trimmed(text: string, start: number, end: number) {
  const lead = /^[\s"“”'‘(\[,;:–-]+/u.exec(text)?.[0].length ?? 0;
  const tail = /[\s"“”'’)\],;:–-]+$/u.exec(text.slice(lead))?.[0].length ?? 0;
  const inner = text.slice(lead, text.length - tail);
  // A closing bracket that was opened inside stays: "Ford (F)".
  const reopened = /\([^)]*$/u.test(inner) && text[lead + inner.length] === ')';
  return reopened
    ? { text: inner + ')', start: start + lead, end: start + lead + inner.length + 1 }
    : { text: inner, start: start + lead, end: end - tail };
}

export interface ProposalGroup {
  readonly answer: string;
  readonly proposals: readonly RawProposal[];
}

/** Equal answers together, best reader score first, at most `limit` groups. */
export function groupProposals(proposals: readonly RawProposal[], limit: number): ProposalGroup[] {
  const sorted = proposals.slice().sort((a, b) => b.reader - a.reader);
  return groupAnswers(sorted.map((p) => p.answer))
    .map((members) => {
      const group = members.map((i) => sorted[i]!);
      return { answer: group[0]!.answer, proposals: group };
    })
    .slice(0, limit);
}

/** Claims "yes" and "no" for yes/no questions: the judge, not the reader, proposes them. */
export function isJudged(shape: QuestionShape): boolean {
  return shape.kind === 'yesno';
}
