import { namesIn, readQuestion } from './question';

/** An earlier turn of the conversation, as far as a follow-up needs it. */
export interface Turn {
  readonly question: string;
  /** Short answer; empty when it was "not in your documents". */
  readonly answer: string;
  /** The answer offered to read further. */
  readonly offered: boolean;
}

export interface Resolved {
  readonly question: string;
  /** What was put in for what, for the person: "it" -> "the north pier"; null when nothing was. */
  readonly note: string | null;
  /** The person agreed to what was offered: more passages are read. */
  readonly further: boolean;
}

const person = /\b(?:he|him|she|her|hers|his)\b/i;
const thing = /\b(?:it|its|this|that one|the same one)\b/i;
const many = /\b(?:they|them|their|theirs|these|those|both of them)\b/i;
const ellipsis = /^(?:and|what about|how about|and what about|and how about|or|but|also)\b[\s,]*/i;
const agree = /^(?:yes|yes,? please|please|ok(?:ay)?|sure|go on|do (?:it|that|so)|y)[.! ]*$/i;
const subject =
  "\\p{Lu}[\\p{L}\\p{N}'’.-]*(?:\\s+(?:(?:of|the|de|von|van)\\s+)*\\p{Lu}[\\p{L}\\p{N}'’.-]*)*";

/**
 * Makes a follow-up stand alone, by rules: pronouns take the last subject that fits, "what about X?"
 * repeats the last question with X, and a bare "yes" does what the last answer offered.
 */
export function resolveFollowUp(question: string, turns: readonly Turn[]): Resolved {
  const whole: Resolved = { question, note: null, further: false };
  const last = turns.at(-1);
  if (!last) return whole;
  const text = question.trim();
  if (agree.test(text))
    return last.offered
      ? { question: last.question, note: `"${text}" → more passages were read`, further: true }
      : whole;
  const rest = ellipsis.exec(text) ? text.replace(ellipsis, '').replace(/\?+$/, '').trim() : null;
  if (
    rest !== null &&
    rest !== '' &&
    !/^(?:who|what|when|where|which|why|how|is|are|was|were|do|does|did|has|have|can)\b/i.test(rest)
  )
    return likeBefore(text, rest, last);
  return replacePronoun(text, turns) ?? whole;
}

/** "And Bob?" after "When was Alice born?" -> "When was Bob born?" */
function likeBefore(text: string, rest: string, last: Turn): Resolved {
  const wanted = rest.replace(/^(?:in|at|on|for|of|to)\s+/i, '');
  const names = namesIn(last.question);
  const old = /^\d{4}$/.test(wanted)
    ? last.question.match(/\b\d{4}\b/)?.[0]
    : (names.at(-1) ?? lastNounPhrase(last.question));
  if (!old)
    return {
      question: `${last.question} ${rest}`,
      note: `"${text}" → with the last question`,
      further: false,
    };
  const question = last.question.replace(old, wanted);
  return { question, note: `"${text}" → "${question}"`, further: false };
}

/** "the north pier" of "How long is the north pier?" */
function lastNounPhrase(question: string): string | undefined {
  return question.match(
    /\b(?:the|a|an|our|my)\s+(?:[\p{L}\p{N}-]+\s+){0,3}[\p{L}\p{N}-]+(?=\s*\?*$|\s+(?:cost|open|close|start|end|last|have|has|weigh|live|work|built|born|founded)\b)/iu,
  )?.[0];
}

function replacePronoun(text: string, turns: readonly Turn[]): Resolved | null {
  const pattern = person.test(text)
    ? person
    : many.test(text)
      ? many
      : thing.test(text)
        ? thing
        : null;
  // "It" right after "is" asks about nothing before: "What time is it?"
  if (!pattern || /\b(?:is|was) it (?:true|possible|allowed|necessary|safe)\b/i.test(text))
    return null;
  // A name of its own makes a "he" or "it" refer inside the question.
  const pronoun = pattern.exec(text)![0];
  const before = text.slice(0, text.search(pattern));
  if (namesIn(before).length > 0) return null;
  const antecedent = findAntecedent(pattern === person, turns);
  if (!antecedent) return null;
  const possessive =
    /^(?:his|hers|its|their|theirs)$/i.test(pronoun) ||
    (/^her$/i.test(pronoun) && new RegExp(`\\bher\\s+\\p{Ll}`, 'iu').test(text));
  const put = possessive ? `${antecedent}'s` : antecedent;
  const question = text.replace(pattern, put);
  return { question, note: `"${pronoun}" → "${put}"`, further: false };
}

/** For a person: the last answer when it names one, else the last name asked about; for a thing: what was asked about first. */
function findAntecedent(isPerson: boolean, turns: readonly Turn[]): string | null {
  for (const turn of turns.slice().reverse()) {
    const asked = namesIn(turn.question);
    const shape = readQuestion(turn.question);
    const answered = new RegExp(`^${subject}$`, 'u').test(turn.answer.trim())
      ? turn.answer.trim()
      : null;
    if (isPerson) {
      if (answered && shape.kind === 'person') return answered;
      if (asked.length > 0) return asked.at(-1)!;
      if (answered) return answered;
    } else {
      if (answered && shape.kind !== 'person' && shape.kind !== 'date' && shape.kind !== 'count')
        return answered;
      if (asked.length > 0) return asked.at(-1)!;
      const noun =
        lastNounPhrase(turn.question) ??
        /\b(?:the|our|my)\s+[\p{L}\p{N}-]+(?:\s+[\p{L}\p{N}-]+)?/iu.exec(turn.question)?.[0];
      if (noun) return noun;
    }
  }
  return null;
}
