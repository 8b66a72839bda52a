import type {
  AnswerSentence,
  Citation,
  DocumentRecord,
  Flag,
  Judgement,
  Passage,
  Verdict,
} from '../types';
import { guardStatement } from './guard';
import { plantedMarks } from './planted';

/** Evidence for a claim: a stretch of a passage, with what the judge said of it. */
export interface Support {
  readonly passage: Passage;
  readonly document: DocumentRecord;
  /** Offsets into the passage's text. */
  readonly start: number;
  readonly end: number;
  readonly judgement: Judgement;
  readonly trust: number;
}

/** Numbers citations in order of first use; the same stretch keeps its number. */
export function createCiter(): { cite(support: Support): number; readonly citations: Citation[] } {
  const citations: Citation[] = [];
  return {
    citations,
    cite({ passage, document, start, end, judgement, trust }) {
      const from = passage.start + start;
      const known = citations.find(
        (c) => c.passage === passage.id && c.start === from && c.end === passage.start + end,
      );
      if (known) return known.number;
      citations.push({
        number: citations.length + 1,
        passage: passage.id,
        document: document.id,
        title: document.title,
        path: document.paths[0] ?? document.title,
        page: passage.page,
        start: from,
        end: passage.start + end,
        quote: passage.text.slice(start, end),
        trust,
        judgement,
      });
      return citations.length;
    },
  };
}

/** The verdict of a claim (algorithms.md section 7): entailment from `supported` on and above contradiction. */
export function verdictOf(judgement: Judgement, supported: number): Verdict {
  if (judgement.entailment >= supported && judgement.entailment > judgement.contradiction)
    return 'supported';
  return judgement.contradiction >= supported ? 'contradicted' : 'unsupported';
}

/** One sentence of an answer: verdict by its best support, citations of all, flags of what no quote holds. */
export function composeSentence(
  text: string,
  claim: string,
  supports: readonly Support[],
  cite: (support: Support) => number,
  question: string,
  supported: number,
  basis: AnswerSentence['basis'] = 'judged',
): AnswerSentence {
  const best = supports.reduce<Support | null>(
    (top, s) => (top === null || s.judgement.entailment > top.judgement.entailment ? s : top),
    null,
  );
  const judgement = best?.judgement ?? { entailment: 0, neutral: 1, contradiction: 0 };
  const quotes = supports.map(
    (s) =>
      `${s.document.title}\n${s.passage.headings.join('\n')}\n${s.passage.header.join(' ')}\n${s.passage.text.slice(s.start, s.end)}`,
  );
  return {
    text,
    claim,
    verdict: verdictOf(judgement, supported),
    judgement,
    basis,
    citations: supports.map(cite),
    flags: guardStatement(text, quotes, question),
  };
}

/** Flags of the sources of an answer: low trust, orders in the text, text written for the question, one source alone. */
export function sourceFlags(
  supports: readonly Support[],
  question: string,
  sources: number,
  low: number,
): Flag[] {
  const flags: Flag[] = [];
  for (const { passage, document, trust } of supports) {
    const marks = plantedMarks(passage.text, question);
    if (trust <= low)
      flags.push({
        kind: 'low-trust',
        text: document.title,
        why: `"${document.title}" has low trust (${trust.toFixed(2)}).`,
      });
    if (marks.order)
      flags.push({
        kind: 'order-in-text',
        text: marks.order,
        why: `"${document.title}" gives orders to its reader; they were not followed.`,
      });
    if (marks.aboutAnswer || marks.echo > 0.8)
      flags.push({
        kind: 'question-echo',
        text: document.title,
        why: `"${document.title}" repeats the question as if written for it.`,
      });
  }
  if (sources === 1 && supports.length > 0)
    flags.push({
      kind: 'single-source',
      text: supports[0]!.document.title,
      why: 'Only one independent source says so.',
    });
  return flags;
}
