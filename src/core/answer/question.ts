import { stems, stopWords } from '../lib/words';

/** What kind of thing would answer a question, read from its form. */
export type AnswerKind =
  'yesno' | 'choice' | 'count' | 'date' | 'person' | 'place' | 'reason' | 'thing';

export interface QuestionShape {
  readonly text: string;
  readonly kind: AnswerKind;
  /** The two sides of "A or B?"; null for other questions. */
  readonly options: readonly [string, string] | null;
  /** Names and quoted titles in the question, in order. */
  readonly names: readonly string[];
  /** Stems of its content words. */
  readonly stems: ReadonlySet<string>;
}

const auxiliary =
  /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|may|might|must)\b/i;

/** Reads the form of a question by rules; never fails, "thing" when nothing is recognised. */
export function readQuestion(question: string): QuestionShape {
  const text = question.trim();
  const options = alternatives(text);
  return {
    text,
    kind: kindOf(text, options !== null),
    options,
    names: namesIn(text),
    stems: stems(text),
  };
}

function kindOf(text: string, hasOptions: boolean): AnswerKind {
  const t = text.toLowerCase();
  if (hasOptions) return 'choice';
  if (auxiliary.test(t)) return 'yesno';
  if (/\bhow (?:many|much)\b|\bwhat (?:number|percentage|share|amount|population)\b/.test(t))
    return 'count';
  if (/\bhow (?:old|long|far|tall|high|deep|big|large|heavy|fast|wide)\b/.test(t)) return 'count';
  if (/\bwhen\b|\b(?:what|which|in what|in which) (?:year|date|day|month|century|decade)\b/.test(t))
    return 'date';
  if (/\b(?:who|whom|whose)\b/.test(t)) return 'person';
  if (
    /\bwhere\b|\b(?:what|which) (?:city|country|state|town|place|county|continent|village|island)\b/.test(
      t,
    )
  )
    return 'place';
  if (/\bwhy\b/.test(t)) return 'reason';
  return 'thing';
}

/** "Which film came out first, A or B?" -> [A, B]; also "Who is older, A or B?", "A or B: which …?" */
function alternatives(text: string): readonly [string, string] | null {
  const match =
    /^(?:which|who|what|whose|whom|where|between|of|is|are|was|were|did|does|do|in|from)\b.*?[,:]\s*(?:is it |either )?(.+?)\s*,?\s+or\s+(.+?)\s*\?*$/i.exec(
      text,
    ) ??
    /^(?:between|of)\s+(.+?)\s+(?:and|or)\s+(.+?),\s*(?:which|who|what)\b/i.exec(text) ??
    /^(.+?)\s+or\s+(.+?)[,:]\s*(?:which|who)\b/i.exec(text);
  if (!match) return null;
  const [, a = '', b = ''] = match;
  const clean = (side: string) =>
    side.replace(/^(?:the (?:film|band|magazine|writer|song)s?\s+)/i, '').trim();
  if (a.length > 80 || b.length > 80) return null;
  return [clean(a), clean(b)];
}

/** Capitalised only because they begin a sentence. */
const starts = (word: string) =>
  stopWords.has(word.toLowerCase()) || /^(?:name|according)$/i.test(word);

/** Runs of capitalised words (and what stands in quotes); question words are not names. */
export function namesIn(text: string): string[] {
  const names: string[] = [];
  for (const match of text.matchAll(/["“”]([^"“”]{2,80})["“”]/gu)) names.push(match[1]!.trim());
  const run =
    /(?:\p{Lu}[\p{L}\p{N}'’.&-]*|\d{4})(?:\s+(?:(?:of|the|de|la|le|von|van|der|du|&)\s+)*\p{Lu}[\p{L}\p{N}'’.&-]*|\s+\d+)*/gu;
  for (const match of text.matchAll(run)) {
    const parts = match[0].split(/\s+/);
    while (parts.length > 0 && starts(parts[0]!)) parts.shift();
    const name = parts
      .join(' ')
      .replace(/[.'’]+$/u, '')
      .replace(/['’]s$/u, '');
    if (/\p{Lu}/u.test(name) && name.length > 1) names.push(name);
  }
  return [...new Set(names)];
}
