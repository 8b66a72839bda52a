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
 * Weights of the synthesis, fitted by logistic regression on the tuning seven tenths of cram_nq,
 * cram_trivia and poisonedrag_hotpotqa (`tests/eval/credibility.ts fit`); see docs/facts.md.
 */
export const credibilityWeights = {
  /** Log-odds per fully trusted, fully certain support. */
  support: 2,
  contradiction: -2,
  /** Log-odds when head and tail are both named elsewhere. */
  entities: 0.3,
} as const;
export type CredibilityWeights = { readonly [K in keyof typeof credibilityWeights]: number };

/** Probabilities below this are the judge's noise. */
export const noise = 0.3;

/**
 * Credibility without a language model, in the paper's three steps (ReliableRAG, 3.2.2): are head
 * and tail attested in other sources; do other sources' sentences support or contradict the
 * relation, weighted by their trust; a logistic of both. Support and contradiction each count by
 * their strongest evidence: repeating a claim does not make it truer.
 */
export function credibilityOf(
  { head, tail, evidence }: Corroboration,
  weights: CredibilityWeights = credibilityWeights,
): Credibility {
  const pushes: Push[] = [];
  const strongest = (of: 'support' | 'contradiction'): void => {
    let best = -1;
    let most = 0;
    for (const [i, e] of evidence.entries()) {
      // Trust 0.5 is "unknown" and counts fully; distrusted sources count less, down to nothing.
      const strength = e[of] < noise ? 0 : e[of] * Math.min(1, 2 * e.trust);
      if (strength > most) [best, most] = [i, strength];
    }
    if (best >= 0) pushes.push({ kind: of, push: weights[of] * most, evidence: best });
  };
  strongest('support');
  strongest('contradiction');
  if (pushes.length > 0 && head > 0 && tail > 0)
    pushes.push({ kind: 'entities', push: weights.entities, evidence: -1 });
  if (pushes.length === 0)
    return { score: 5, pushes: [{ kind: 'nothing', push: 0, evidence: -1 }] };
  const odds = pushes.reduce((sum, p) => sum + p.push, 0);
  return { score: 10 / (1 + Math.exp(-odds)), pushes };
}
