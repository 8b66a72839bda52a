import type { AnswerKind } from './question';

const months = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

/** True when the form of an answer fits what the question asks for; "thing" and "reason" fit anything. */
export function fitsQuestion(
  kind: AnswerKind,
  answer: string,
  options: readonly [string, string] | null,
): boolean {
  switch (kind) {
    case 'yesno':
      return /^(?:yes|no)$/i.test(answer.trim());
    case 'choice':
      return (
        options === null ||
        options.some(
          (o) =>
            o.toLowerCase().includes(answer.toLowerCase()) ||
            answer.toLowerCase().includes(o.toLowerCase()),
        )
      );
    case 'count':
      return /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|quarter|none|no)\b/i.test(
        answer,
      );
    case 'date':
      return (
        /\b\d{3,4}s?\b|\b(?:century|today|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter)\b/i.test(
          answer,
        ) || months.test(answer)
      );
    case 'person':
    case 'place':
      return /\p{Lu}/u.test(answer) && !/^\d/.test(answer);
    default:
      return true;
  }
}
