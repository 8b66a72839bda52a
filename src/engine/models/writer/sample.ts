import type { Random } from '../../../core/lib/random';

export interface Sampling {
  /** 0: always the likeliest token. */
  readonly temperature: number;
  /** Only the likeliest tokens that together have this probability are drawn from; 1: all. */
  readonly topP: number;
}

/** Index of the largest logit; of equal ones the first. */
export function likeliest(logits: Float32Array): number {
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
  return best;
}

/** ln of the sum of e^logit. */
export function logSumExp(logits: Float32Array): number {
  const most = logits[likeliest(logits)]!;
  let sum = 0;
  for (let i = 0; i < logits.length; i++) sum += Math.exp(logits[i]! - most);
  return most + Math.log(sum);
}

/** Draws a token: softmax of logits / temperature, cut to the nucleus of `topP`. */
export function drawToken(
  logits: Float32Array,
  { temperature, topP }: Sampling,
  random: Random,
): number {
  if (temperature <= 0) return likeliest(logits);
  const most = logits[likeliest(logits)]!;
  const weights = logits.map((x) => Math.exp((x - most) / temperature));
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (topP >= 1) return drawFrom(weights, null, total, random);
  const nucleus = likeliestUpTo(weights, topP * total);
  const mass = nucleus.reduce((sum, i) => sum + weights[i]!, 0);
  return drawFrom(weights, nucleus, mass, random);
}

/** Indices of the largest weights, in falling order, until they sum to `mass`; at least one. */
function likeliestUpTo(weights: Float32Array, mass: number): number[] {
  // A vocabulary has 50 000 tokens and a nucleus some dozens: only what may belong to it is sorted.
  let few: number[] = [];
  for (let least = 0.05; ; least /= 20) {
    few = [];
    let sum = 0;
    weights.forEach((w, i) => {
      if (w < least) return;
      few.push(i);
      sum += w;
    });
    if (sum >= mass || least < 1e-30) break;
  }
  few.sort((a, b) => weights[b]! - weights[a]! || a - b);
  let sum = 0;
  const end = few.findIndex((i) => (sum += weights[i]!) >= mass);
  return few.slice(0, end < 0 ? few.length : end + 1);
}

function drawFrom(
  weights: Float32Array,
  among: readonly number[] | null,
  mass: number,
  random: Random,
): number {
  let left = random() * mass;
  const n = among?.length ?? weights.length;
  for (let k = 0; k < n; k++) {
    const i = among ? among[k]! : k;
    left -= weights[i]!;
    if (left < 0) return i;
  }
  return among ? among[n - 1]! : likeliest(weights);
}
