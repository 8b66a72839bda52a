import { readQuestion } from './question';

/**
 * Questions that no single passage answers, taken apart by rules: comparisons of two things, equality
 * of two things, and one relation inside another ("the father of the director of …"). A rule that does
 * not fit leaves the question whole (null).
 */
export type Plan =
  | {
      readonly kind: 'compare';
      readonly options: readonly [string, string];
      /** First hop: "Who is the director of {x}?", asked of each option; null when the option itself is compared. */
      readonly via: string | null;
      /** "When was {x} born?" */
      readonly ask: string;
      readonly value: 'date' | 'number';
      /** Which option is the answer: that with the least or the greatest value. */
      readonly pick: 'least' | 'greatest';
    }
  | {
      readonly kind: 'same';
      readonly options: readonly [string, string];
      readonly via: string | null;
      readonly ask: string;
    }
  | {
      readonly kind: 'both';
      readonly options: readonly [string, string];
      /** "{x} is an opera composer." */
      readonly statement: string;
    }
  | {
      readonly kind: 'bridge';
      /** "Who is the director of Majestic Hotel Cellars?" */
      readonly inner: string;
      /** The question with {x} where the inner answer goes. */
      readonly outer: string;
    };

export const fill = (template: string, value: string): string => template.replace('{x}', value);

const relations =
  'father|mother|wife|husband|spouse|son|daughter|child|brother|sister|sibling|father-in-law|mother-in-law|stepchild|stepfather|stepmother|grandfather|grandmother|director|composer|performer|producer|author|founder|singer|writer|screenwriter|creator|owner|editor|publisher|developer|manufacturer|designer|architect|lyricist|president|head|leader|manager|captain|capital|successor|predecessor';
const kinds =
  '(?:film|movie|song|album|book|novel|serie|show|band|game|play|opera|magazine|work)s?|company|companies|series';

const later =
  /\b(?:later|last|latest|more recent(?:ly)?|most recent(?:ly)?|younger|youngest|newer|newest)\b/i;
const earlier = /\b(?:earlier|first|earliest|older|oldest|before)\b/i;
const more =
  /\b(?:more|most|larger|largest|bigger|biggest|higher|highest|taller|tallest|longer|longest|greater|greatest|heavier|deeper)\b/i;
const less =
  /\b(?:fewer|fewest|less|least|smaller|smallest|lower|lowest|shorter|shortest|lighter)\b/i;

/** Takes a question apart, or leaves it whole. */
export function decompose(question: string): Plan | null {
  const shape = readQuestion(question);
  if (shape.options) return comparison(question, shape.options);
  return equality(question) ?? bridge(question);
}

function comparison(question: string, options: readonly [string, string]): Plan | null {
  const head = question.slice(0, question.indexOf(options[0])).toLowerCase();
  const role = new RegExp(
    `\\b(?:whose|has the|have the|with the|by the|the)\\s+(${relations})\\b`,
    'i',
  ).exec(head)?.[1];
  const via = role ? `Who is the ${role} of {x}?` : null;
  const order = later.test(head) ? 'greatest' : earlier.test(head) ? 'least' : null;
  const dated = (ask: string): Plan | null =>
    order && { kind: 'compare', options, via, ask, value: 'date', pick: order };
  if (/\bdied?\b|\bdeath\b/.test(head)) return dated('When did {x} die?');
  // "older" means born earlier, for people; for things it means made earlier.
  if (
    /\bborn\b|\bbirth\b|\byounger\b|\byoungest\b/.test(head) ||
    (/\bolder\b|\boldest\b/.test(head) && (role !== undefined || /^who\b/.test(head)))
  )
    return dated('When was {x} born?');
  const made =
    /\b(released|published|founded|established|formed|started|opened|built|created|launched|written|produced|issued|signed|completed|constructed|introduced|invented)\b/.exec(
      head,
    );
  if (made) return dated(`When was {x} ${made[1]}?`);
  if (/\b(?:came out|come out|out first)\b/.test(head)) return dated('When was {x} released?');
  const measure =
    /\b(?:more|most|fewer|fewest|larger|higher|greater|less)\s+([a-z]+(?:\s[a-z]+)?)\b/.exec(head);
  if (
    measure &&
    (more.test(head) || less.test(head)) &&
    !/\b(?:recent|recently|than)\b/.test(measure[1]!)
  )
    return {
      kind: 'compare',
      options,
      via,
      ask: `How many ${measure[1]} does {x} have?`,
      value: 'number',
      pick: less.test(head) ? 'least' : 'greatest',
    };
  return order && !role ? dated('When was {x} released?') : null;
}

const joined = '(.+?)\\s+and\\s+(.+?)';
const sameWhat =
  'nationality|country|city|state|genre|occupation|profession|neighborhood|province|county|year|continent|language';
const same = new RegExp(
  `^(?:do|does|did|are|were|is|was|have)\\s+(?:both\\s+)?${joined}\\s+(?:films?\\s+)?(?:have |share |from |located |based |formed |born |set |in |both |the |directors? |that |who )*same\\s+(${sameWhat})`,
  'i',
);
/** "Are A and B both …": the word "both" tells where the second name ends. */
const both = new RegExp(
  `^(are|were|is|was)\\s+(?:the\\s+(?:${kinds})\\s+)?${joined},?\\s+both\\s+(.+)$`,
  'i',
);
/** "Are both A and B from …", "Were A and B in …". */
const from = new RegExp(
  `^(are|were|is|was)\\s+(?:both\\s+)?(?:the\\s+(?:${kinds})\\s+)?${joined}\\s+((?:from|in|based|located|members? of|considered|used|known|found|an?)\\b.*)$`,
  'i',
);
const leadIn = new RegExp(
  `^(?:both\\s+)?(?:the\\s+)?(?:directors? of\\s+)?(?:(?:${kinds})\\s+)?`,
  'i',
);

function equality(question: string): Plan | null {
  const text = question.trim().replace(/\s*\?+$/, '');
  const clean = (side: string) =>
    ` ${side}`
      .replace(leadIn, '')
      .replace(/^(?:both|the)\s+/i, '')
      .trim();
  const shared = same.exec(text);
  if (shared) {
    const [, a = '', b = '', what = ''] = shared;
    const via = /\bdirectors?\b/i.test(text) ? 'Who is the director of {x}?' : null;
    return { kind: 'same', options: [clean(a), clean(b)], via, ask: askFor(what.toLowerCase()) };
  }
  const match = both.exec(text) ?? from.exec(text);
  if (!match || !/\p{Lu}/u.test(match[3]!)) return null;
  const [, verb = '', a = '', b = '', rest = ''] = match;
  return {
    kind: 'both',
    options: [clean(a), clean(b)],
    statement: `{x} ${/^(?:are|is)$/i.test(verb) ? 'is' : 'was'} ${singular(rest)}`,
  };
}

/** "American documentaries" -> "an American documentary": what is said of both is said of one. */
function singular(rest: string): string {
  const text = rest.trim().replace(/[.\s]+$/, '');
  if (/^(?:from|in|based|located|members? of|considered|used|known|found|an?|the)\b/i.test(text))
    return `${text}.`;
  // Only the head noun: "types of plants" is "a type of plants".
  const one = text.replace(
    /\b(?!species\b)(\p{L}+?)(ies|s)\b(?=$|\s+(?:of|in|from|during|by|for|with)\b)(?<!\b(?:of|in|from)\s\p{L}+)/u,
    (_, stem: string, end: string) => stem + (end === 'ies' ? 'y' : ''),
  );
  return `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}.`;
}

function askFor(what: string): string {
  switch (what) {
    case 'nationality':
      return 'What is the nationality of {x}?';
    case 'country':
    case 'city':
    case 'state':
    case 'neighborhood':
    case 'province':
    case 'county':
    case 'continent':
      return `In which ${what} is {x}?`;
    default:
      return `What is the ${what} of {x}?`;
  }
}

function bridge(question: string): Plan | null {
  const text = question.trim();
  const name = `["“]?\\p{Lu}[^?]*?`;
  const of = new RegExp(
    `\\bthe\\s+((?:maternal |paternal )?(?:${relations}))\\s+of\\s+(?:the\\s+)?((?:(?:${kinds})\\s+)?${name})(?=\\s*(?:\\?|$|\\b(?:die|died|born|from|work|worked|graduate|live|lived|buried)\\b))`,
    'u',
  ).exec(text);
  const possessive = new RegExp(
    `(\\p{Lu}[^?]*?)['’]s\\s+((?:maternal |paternal )?(?:${relations}))\\b`,
    'u',
  ).exec(text);
  const match = of ?? possessive;
  if (!match) return null;
  const [whole] = match;
  const [role, thing] = of
    ? [of[1]!, of[2]!]
    : [possessive![2]!, dropQuestionWord(possessive![1]!)];
  const inPlace = of ? whole : `${thing}'s ${role}`;
  const outer = text.replace(inPlace, '{x}').replace(/\s+\{x\}\s*\?*$/, ' {x}?');
  // "Who is the father of X?" is one hop: nothing is left to ask of the inner answer.
  if (
    /^(?:who|what|which)\s+(?:is|was|are|were)\s+\{x\}\s*\??$/i.test(outer.trim()) ||
    !outer.includes('{x}')
  )
    return null;
  return { kind: 'bridge', inner: `Who is the ${role} of ${thing.trim()}?`, outer };
}

const dropQuestionWord = (text: string) =>
  text.replace(
    /^(?:Who|What|When|Where|Which|Why|How|Whose)\b(?:\s+(?:is|was|are|were|did|does|do|country|city|the|place|date|of|birth|death))*\s+/u,
    '',
  );
