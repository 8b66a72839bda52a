import { contentWords, stem, words } from '../lib/words';
import type { ContextSettings } from './options';
import { namesIn } from './options-facts';

/** What candidates and the question say, for the value "need". */
export interface ContextTexts {
  readonly question: string;
  /** Of n candidates: the title of the document, which may be empty, and the passage. */
  readonly titles: readonly string[];
  readonly texts: readonly string[];
}

/** Why a candidate may be needed; each part in [0, 1], arrays of length n. */
export interface NeedParts {
  /** Share of the question (by how rare its words are) that stands here and not in the best candidate. */
  readonly novel: Float64Array;
  /** 1 where the question names the candidate's title. */
  readonly named: Float64Array;
  /** A better candidate mentions this one's title, which the question does not: the second hop. */
  readonly linked: Float64Array;
  /** Shares a rare name, one that the question does not have, with a better candidate. */
  readonly shared: Float64Array;
}

/** Candidates from which links and shared names are followed; their weight is 1 / (1 + rank). */
const followed = 10;

/**
 * Probability that each candidate is needed for the answer: a logistic of its rank and of what the
 * texts say, so that values add up to "supporting passages expected" and a knapsack over them
 * spends tokens where they help. Ours; weights fitted by tests/eval/context.ts.
 */
export function needOf(
  n: number,
  parts: NeedParts | null,
  settings: ContextSettings,
): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    let odds = settings.needBase + settings.needRank * Math.log(1 + i);
    if (parts)
      odds +=
        settings.needNovel * parts.novel[i]! +
        settings.needNamed * parts.named[i]! +
        settings.needLinked * parts.linked[i]! +
        settings.needShared * parts.shared[i]!;
    return 1 / (1 + Math.exp(-odds));
  });
}

/** The parts of need, from the texts alone. Candidates are in retrieval order. */
export function needParts({ question, titles, texts }: ContextTexts): NeedParts {
  const asked = spaced(words(question));
  const keys = titles.map(titleKey);
  const named = keys.map((key) => key !== '' && asked.includes(key));
  const said = texts.map(words);
  return {
    novel: novelty(
      question,
      said.map((list, i) => new Set([...contentWords(titles[i]!), ...list].map(stem))),
    ),
    named: Float64Array.from(named, Number),
    linked: links(keys, named, said.map(spaced)),
    shared: sharedNames(
      asked,
      texts.map((text, i) => `${titles[i]!}. ${text}`),
    ),
  };
}

function novelty(question: string, vocabularies: readonly ReadonlySet<string>[]): Float64Array {
  const n = vocabularies.length;
  const terms = [...new Set(contentWords(question).map(stem))];
  const idf = terms.map((term) => {
    const df = vocabularies.filter((vocabulary) => vocabulary.has(term)).length;
    return Math.log(1 + (n - df + 0.5) / (df + 0.5));
  });
  const total = idf.reduce((sum, weight) => sum + weight, 0);
  const novel = new Float64Array(n);
  for (let i = 1; i < n && total > 0; i++)
    terms.forEach((term, t) => {
      if (vocabularies[i]!.has(term) && !vocabularies[0]!.has(term)) novel[i]! += idf[t]! / total;
    });
  return novel;
}

function links(keys: readonly string[], named: readonly boolean[], texts: readonly string[]) {
  const n = keys.length;
  return Float64Array.from(keys, (key, j) => {
    if (key === '' || named[j]) return 0;
    let strongest = 0;
    let mentions = 0;
    for (let i = 0; i < n; i++) {
      if (keys[i] === key || !texts[i]!.includes(key)) continue;
      mentions++;
      if (i < followed) strongest = Math.max(strongest, 1 / (1 + i));
    }
    return strongest * rarity(mentions, n);
  });
}

function sharedNames(asked: string, texts: readonly string[]): Float64Array {
  const n = texts.length;
  const names = texts.map((text) => namesIn(text).filter((name) => !asked.includes(name)));
  const sets = names.map((list) => new Set(list));
  const df = new Map<string, number>();
  for (const set of sets) for (const name of set) df.set(name, (df.get(name) ?? 0) + 1);
  return Float64Array.from(sets, (set, j) => {
    let strongest = 0;
    for (let i = 0; i < Math.min(followed, n); i++)
      if (i !== j)
        for (const name of sets[i]!)
          if (set.has(name)) strongest = Math.max(strongest, rarity(df.get(name)!, n) / (1 + i));
    return strongest;
  });
}

/** 1 for what one of n candidates has, 0 for what all have. */
function rarity(df: number, n: number): number {
  return df < 1 || n < 2 ? 0 : Math.max(0, 1 - Math.log(df) / Math.log(n));
}

/** Words between single spaces, with one at each end, so that `includes` finds whole words. */
const spaced = (list: readonly string[]) => ` ${list.join(' ')} `;

/** How a text would mention this title: without "(film)"; empty when too short to mean anything. */
function titleKey(title: string): string {
  const key = spaced(words(title.replace(/\([^)]*\)/g, ' ')));
  return key.length >= 6 && contentWords(key).length > 0 ? key : '';
}
