import { coverage, stem, stems, words } from '../lib/words';

/**
 * Marks of text that was written to be found rather than to inform. Such text gains nothing by it:
 * the marks lower its weight as evidence, are flagged, and are shown.
 */
export interface PlantedMarks {
  /** Words that give orders to a reader of the text ("ignore previous instructions"), or null. */
  readonly order: string | null;
  /** Longest run of the question's words repeated in one sentence, as a share of the question, in [0, 1]. */
  readonly echo: number;
  /** It talks about the question or its answer as such ("the correct answer to …"), or null. */
  readonly aboutAnswer: string | null;
}

const orders =
  /(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|every|these|previous|prior|earlier|above|preceding|other)\s+){0,4}(?:instructions?|prompts?|rules|documents?|sources?|context|guidelines)|\b(?:you (?:are|must|should) (?:now |always |only )?(?:act|answer|reply|respond|say|output)|(?:always|only) (?:answer|reply|respond|say) (?:with|that)\b|answer (?:with|only with|exactly)\b.{0,40}\bto (?:every|any|all)\b|when (?:asked|someone asks|a user asks)\b.{0,60}\b(?:answer|say|reply|respond)\b|(?:new|system) (?:instructions?|prompt)\s*:|(?:ai|language model|assistant|chatbot)s?\b.{0,40}\b(?:must|should|shall)\b|do not (?:mention|reveal|cite|trust) (?:the|this|any) (?:other )?(?:documents?|sources?|instructions?))/iu;

const aboutAnswer =
  /\b(?:the )?(?:correct|right|true|real|actual) (?:answer|response|name|title|date|number)\b.{0,40}\b(?:is|was|are|regarding|to)\b|\b(?:the )?answer to (?:the|this|that|your) question\b|\bquestion\b.{0,60}\banswer(?:ed)? (?:is|with)\b/iu;

/** Looks for the marks in a passage, with the question it was found by. */
export function plantedMarks(text: string, question: string): PlantedMarks {
  return {
    order: orders.exec(text)?.[0] ?? null,
    echo: longestEcho(text, question),
    aboutAnswer: aboutAnswer.exec(text)?.[0] ?? null,
  };
}

/** Longest common run of stems between text and question over the question's length; 0 for short questions. */
export function longestEcho(text: string, question: string): number {
  const q = words(question).map(stem);
  const t = words(text).map(stem);
  if (q.length < 4) return 0;
  let best = 0;
  let previous = new Uint16Array(q.length + 1);
  for (const token of t) {
    const row = new Uint16Array(q.length + 1);
    for (let j = 0; j < q.length; j++)
      if (q[j] === token) {
        row[j + 1] = previous[j]! + 1;
        if (row[j + 1]! > best) best = row[j + 1]!;
      }
    previous = row;
  }
  return best / q.length;
}

/**
 * True when the text names `answer` to deny it ("not Pink", "rather than Pink", "Pink is wrong") or as
 * what was before ("moves from channel 8 to 12", "the old limit of 50", "Ada stood down"). A denial says
 * that the answer is about, not that it is false; it is no support.
 */
export function denies(text: string, answer: string): boolean {
  const escaped = answer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (escaped.length < 2) return false;
  const article = `(?:in |on |by |at |to |the |a |an |["“'])*`;
  const before = new RegExp(
    `(?:\\bnot|\\brather than|\\binstead of|\\bcontrary to|\\bunlike|\\bnever|n['’]t|\\bno longer|\\bformerly|\\bpreviously|\\breplac(?:es|ed|ing)|\\bsucceed(?:s|ed))\\s+${article}${escaped}(?![\\p{L}\\p{N}])`,
    'iu',
  );
  const old = new RegExp(
    `\\b(?:old|former|earlier|previous)\\s+(?:\\p{L}+\\s+){0,2}?(?:of\\s+)?${article}${escaped}(?![\\p{L}\\p{N}])`,
    'iu',
  );
  const moved = new RegExp(`\\bfrom\\s+${article}${escaped}["”']?\\s+to\\b`, 'iu');
  const after = new RegExp(
    `(?<![\\p{L}\\p{N}])${escaped}["”']?\\s+(?:(?:is|was|were|are|has been|had been)\\s+(?:often |sometimes |commonly |widely |not |mistakenly |incorrectly )*(?:wrong|incorrect|false|a myth|a misconception|mistaken|not|replaced|succeeded)|did not|does not|didn['’]t|had nothing|stood down|stepped down|resigned|no longer)`,
    'iu',
  );
  return [before, old, moved, after].some((pattern) => pattern.test(text));
}

/**
 * How much of the question the sentences of a text repeat, on average, the best one left out: one
 * sentence that meets the question is what a search looks for; all of them is text written for it.
 * @returns in [0, 1]; 0 for a single sentence
 */
export function aboutQuestion(sentences: readonly string[], question: string): number {
  const wanted = stems(question);
  if (wanted.size === 0 || sentences.length < 2) return 0;
  const shares = sentences.map((sentence) => coverage(wanted, sentence));
  const best = Math.max(...shares);
  return (shares.reduce((sum, share) => sum + share, 0) - best) / (sentences.length - 1);
}
