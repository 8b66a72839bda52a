/** What one sentence of another source says of a triple. */
export interface Evidence {
  /** Probability that it entails the triple. */
  readonly support: number;
  /** Probability that it contradicts it. */
  readonly contradiction: number;
  /** Trust tau of its passage, in [0, 1]; 0.5 when unknown. */
  readonly trust: number;
}

export interface Corroboration {
  /** Other sources that name the head, near-copies not counted. */
  readonly head: number;
  /** Other sources that name the tail. */
  readonly tail: number;
  /** Of head and tail, how many are a name, a date or a number, and not just words. */
  readonly established: 0 | 1 | 2;
  /** Trust tau of the triple's own passage, in [0, 1]. */
  readonly trust: number;
  readonly evidence: readonly Evidence[];
}

/** One push on the log-odds of a triple being true. */
export interface Push {
  readonly kind: 'entities' | 'support' | 'contradiction' | 'nothing';
  /** In natural log-odds; negative lowers the credibility. */
  readonly push: number;
  /** Which evidence it comes from, -1 for none. */
  readonly evidence: number;
}

export interface Credibility {
  /** 0..10; exactly 5 when no other source mentions it. */
  readonly score: number;
  readonly pushes: readonly Push[];
}

/**
 * Weights of the synthesis, as log-odds. `entities` is near what a logistic regression gives on the
 * tuning seven tenths of cram_nq, cram_trivia and poisonedrag_hotpotqa (`tests/eval/credibility.ts
 * fit`). Support and contradiction are set by hand: alone they tell nothing on those sets (AUC 0.40
 * and 0.53), since what contradicts a planted falsehood is contradicted by it and planted texts
 * repeat what is true; see docs/facts.md. They come into their own with trust, which weighs them.
 */
export const credibilityWeights = {
  /** Per certain support from a source that is not distrusted. */
  support: 0.6,
  contradiction: -1,
  /** For head and tail both established; as much less for neither. */
  entities: 1,
} as const;
export type CredibilityWeights = { readonly [K in keyof typeof credibilityWeights]: number };

/** Probabilities below this are the judge's noise. */
export const noise = 0.8;

/** What corroboration counts for triples with none, one, two established sides: "it causes problems" is easily supported. */
const telling = [0, 0.6, 1] as const;

/**
 * Credibility without a language model, in the paper's three steps (ReliableRAG, 3.2.2). Entities:
 * are head and tail established things, names, dates and figures that can be looked up. Relation: do
 * sentences of other sources support or contradict the triple, each counting by its strongest
 * evidence (repeating a claim does not make it truer), weighted by the trust of the source against
 * that of the triple's own. Synthesis: a logistic of both. What no other source mentions stays at 5.
 */
export function credibilityOf(
  { head, tail, established, trust, evidence }: Corroboration,
  weights: CredibilityWeights = credibilityWeights,
): Credibility {
  if (head === 0 && tail === 0 && evidence.length === 0)
    return { score: 5, pushes: [{ kind: 'nothing', push: 0, evidence: -1 }] };
  const pushes: Push[] = [
    { kind: 'entities', push: weights.entities * (established - 1), evidence: -1 },
  ];
  for (const kind of ['support', 'contradiction'] as const) {
    let best = -1;
    let most = 0;
    for (const [i, e] of evidence.entries()) {
      const strength = e[kind] < noise ? 0 : e[kind] * weightOf(e.trust, trust);
      if (strength > most) [best, most] = [i, strength];
    }
    if (best >= 0 && established > 0)
      pushes.push({ kind, push: weights[kind] * telling[established] * most, evidence: best });
  }
  const odds = pushes.reduce((sum, p) => sum + p.push, 0);
  return { score: 10 / (1 + Math.exp(-odds)), pushes };
}

/**
 * How much a source counts: fully from unknown trust (0.5) on, down to nothing at 0; and less
 * against a triple whose own source is trusted more.
 */
function weightOf(other: number, own: number): number {
  const together = other + own;
  const against = together > 0 ? Math.min(1, (2 * other) / together) : 1;
  return Math.min(1, 2 * other) * against;
}
