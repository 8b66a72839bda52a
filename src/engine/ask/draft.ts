import { verdictOf } from '../../core/answer/compose';
import { guardStatement } from '../../core/answer/guard';
import { isFailure } from '../../core/errors';
import { fold } from '../../core/lib/words';
import { splitSentences } from '../../core/lib/sentences';
import { draftPrompt } from '../../core/reasoning/prompts';
import type { Answer, AnswerSentence, Citation, DraftEvidence } from '../../core/types';
import type { Writer } from '../models/types';
import type { Run } from './run';

/**
 * Lets a language model word an answer that is decided. Each of its sentences is judged against the
 * passages that the answer cites; those that none of them entails, or that hold a number, date or
 * name of their own, are dropped. Where none is left, or none says the answer, the quotes stay.
 */
export async function draftAnswer(run: Run, answer: Answer, writer: Writer): Promise<Answer> {
  const cited = citationsOf(answer);
  if (answer.kind !== 'answered' || cited.length === 0) return answer;
  if (answer.sentences.some((s) => s.basis === 'computed')) return answer;
  let text: string;
  try {
    text = await write(run, answer, cited, writer);
  } catch (error) {
    if (isFailure(error, 'AbortError')) throw error;
    const why = (error as Error).message;
    return noted(answer, `The language model could not be used, so passages are quoted. ${why}`);
  }
  const sentences = await Promise.all(
    sentencesOf(text).map((sentence) => check(run, answer, cited, sentence)),
  );
  const kept = sentences.flatMap(({ sentence }) => (sentence ? [sentence] : []));
  const said = kept.some(({ text }) => says(text, answer.short));
  const draft: DraftEvidence = {
    sentences: sentences.map(({ text, sentence, why }) => ({
      text,
      kept: sentence !== null && said,
      why: sentence && !said ? 'it does not say the answer' : why,
    })),
  };
  const evidence = { ...answer.evidence, draft, nliCalls: run.judge.calls };
  return said
    ? { ...answer, sentences: kept, evidence }
    : noted(
        { ...answer, evidence },
        'What the language model wrote was not supported by the passages, so they are quoted.',
      );
}

function write(run: Run, answer: Answer, cited: readonly Citation[], writer: Writer) {
  const { trust, answer: settings } = run.settings;
  const passages = cited.map(({ number, title, quote, trust }) => ({
    number,
    title,
    text: quote,
    trust,
  }));
  return writer.generate(
    draftPrompt(answer.standalone, answer.short, passages, trust),
    { maxTokens: settings.draftTokens, temperature: 0, stop: ['\n\n'] },
    () => {},
    run.signal,
  );
}

/** Whole sentences only: the last one may have been cut off. Marks of citations are the model's own, and go. */
function sentencesOf(text: string): string[] {
  const clean = text.replace(/\s*\[\d+\]/g, '').replace(/\s+/g, ' ');
  const sentences = splitSentences(clean).map(([start, end]) => clean.slice(start, end).trim());
  return [...new Set(sentences)].filter((sentence) => /\p{L}.*[.!?]["”’)]*$/u.test(sentence));
}

interface Checked {
  readonly text: string;
  /** null: dropped. */
  readonly sentence: AnswerSentence | null;
  readonly why: string;
}

async function check(
  run: Run,
  answer: Answer,
  cited: readonly Citation[],
  text: string,
): Promise<Checked> {
  const premises = cited.map(({ title, quote }) => `${title}. ${quote}`);
  const judged = await run.judge.judge(
    premises.map((premise) => ({ premise, hypothesis: text })),
    run.signal,
  );
  const { supported } = run.settings.answer;
  const holds = cited.filter((_, i) => verdictOf(judged[i]!, supported) === 'supported');
  const best = judged.reduce((top, j) => (j.entailment > top.entailment ? j : top));
  if (holds.length === 0)
    return {
      text,
      sentence: null,
      why: `no cited passage says so (${best.entailment.toFixed(2)})`,
    };
  const [flag] = guardStatement(text, premises, answer.standalone);
  if (flag) return { text, sentence: null, why: flag.why };
  const numbers = holds.map(({ number }) => number);
  return {
    text,
    why: `entailed by ${numbers.map((n) => `[${n}]`).join(', ')}`,
    sentence: {
      text,
      claim: text,
      verdict: 'supported',
      judgement: best,
      basis: 'judged',
      by: 'writer',
      citations: numbers,
      flags: [],
    },
  };
}

/** What the sentences cite, in order. */
function citationsOf({ sentences, citations }: Answer): Citation[] {
  const used = new Set(sentences.flatMap((s) => s.citations));
  return citations.filter(({ number }) => used.has(number));
}

/** "yes" and "no" are said by the sentence as a whole. */
const says = (text: string, short: string): boolean =>
  /^(?:yes|no)$/i.test(short) || fold(text).includes(fold(short));

const noted = (answer: Answer, note: string): Answer => ({
  ...answer,
  note: [answer.note, note].filter(Boolean).join(' '),
});
