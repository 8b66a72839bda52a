/**
 * The judge is trained on claims of the form "question answer" (models.md): that form, not a rewritten
 * statement, gives the best verdicts.
 */
export function toClaim(question: string, answer: string): string {
  return `${question.trim()} ${answer.trim()}`;
}

/** "Is X a Y?" -> "X is a Y"; null where the rule does not fit. Used for yes/no questions. */
export function toStatement(question: string): string | null {
  const match =
    /^(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|might)\s+(.+?)\s*\?*$/i.exec(
      question.trim(),
    );
  if (!match) return null;
  const [, auxiliary = '', rest = ''] = match;
  const subject = subjectLength(rest);
  if (subject === null) return null;
  const head = rest.slice(0, subject).trim();
  const tail = rest.slice(subject).trim();
  const verb = /^(?:do|does|did)$/i.test(auxiliary) ? '' : `${auxiliary.toLowerCase()} `;
  return `${capital(head)} ${verb}${tail}.`.replace(/\s+/g, ' ');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Where the subject ends: after a run of names, or after "the/a … noun" up to the next verb-like or article word. */
function subjectLength(rest: string): number | null {
  const names =
    /^(?:(?:both|the|either)\s+)*(?:["“][^"”]+["”]|\p{Lu}[\p{L}\p{N}'’.&-]*)(?:\s+(?:(?:of|the|de|von|van|and|or|&)\s+)*(?:["“][^"”]+["”]|\p{Lu}[\p{L}\p{N}'’.&-]*))*(?:\s+\([^)]*\))?/u.exec(
      rest,
    );
  if (names) return names[0].length;
  const noun =
    /^(?:the|a|an|this|that|these|those|all|every|any|it|there|he|she|they|you|we|i)(?:\s+[\p{L}\p{N}'’-]+)??(?=\s+(?:a|an|the|in|on|at|of|to|by|for|from|with|allowed|required|open|closed|still|ever|always|have|be|been|more|less|\p{L}+(?:ed|ing|en))\b)/iu.exec(
      rest,
    );
  return noun ? noun[0].length : null;
}
