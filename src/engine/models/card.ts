import { failure } from '../../core/errors';
import type { Role } from './types';

/** What a model folder says of itself in `card.json`: identity, licence, quality, every file's hash. */
export interface ModelCard {
  /** Folder name. */
  readonly name: string;
  /** Raised whenever weights, tokenizer or limits change: what it computed before is computed anew. */
  readonly revision: string;
  readonly role: Role;
  readonly title: string;
  readonly licence: string;
  readonly source: string;
  readonly dtype: 'fp32' | 'fp16' | 'q8' | 'q4' | 'q4f16';
  /** Longest input in tokens, special tokens included; for a writer what it reads and writes together. */
  readonly maxTokens: number;
  /** Length of a vector; embedders only. */
  readonly dimensions?: number;
  /** What a vector is made of: the mean over the tokens (default), or the first one; embedders only. */
  readonly pooling?: 'mean' | 'cls';
  /** Bytes of the largest tensor in 32-bit floats: what a graphics card has to take in one piece. */
  readonly largestTensor?: number;
  /** Logits are divided by it before the softmax; judges only, default 1. */
  readonly temperature?: number;
  /** P(a span answers) = 1 / (1 + exp(-(slope * score + offset))); readers only, when calibrated. */
  readonly logistic?: { readonly slope: number; readonly offset: number };
  /** Language models in MLC's form, which WebLLM runs: path of the compiled library in the folder. */
  readonly webllm?: { readonly library: string };
  /** What it does, as measured: "SQuAD 1.1 dev, EM / F1" -> "57.0 / 68.7". */
  readonly measured?: Readonly<Record<string, string | number>>;
  readonly files: Readonly<Record<string, FileFacts>>;
  readonly selfTest?: SelfTest;
}

export interface FileFacts {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Inputs with what the float weights make of them; a device must come close before it is used. */
export interface SelfTest {
  /** Embedder: texts. Judge: [premise, hypothesis]. Reader: [question, context]. Writer: prompts. */
  readonly inputs: readonly (string | readonly [string, string])[];
  /** Embedder: the vectors. Judge: the probabilities. Reader: the best span's text and its score. Writer: the likeliest next token's text and its log-probability. */
  readonly outputs: readonly (readonly number[] | readonly [string, number])[];
  /** Embedder: least cosine. Judge: largest difference of a probability. Reader: of the score. Writer: of the log-probability. */
  readonly tolerance: number;
}

/** `all-MiniLM-L6-v2@1`: part of the version of whatever the model computed. */
export function modelId(card: Pick<ModelCard, 'name' | 'revision'>): string {
  return `${card.name}@${card.revision}`;
}

/**
 * Reads a card strictly; it decides what is trusted afterwards.
 * @throws ModelCorrupt when it is not a card of the model `name` (an HTML page, a cut file).
 */
export function parseCard(name: string, bytes: Uint8Array<ArrayBuffer>): ModelCard {
  const bad = (why: string) =>
    failure(
      'ModelCorrupt',
      `The description of the model "${name}" is not usable (${why}). Reload the page, or install the model again.`,
    );
  let card: Partial<ModelCard>;
  try {
    card = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    ) as Partial<ModelCard>;
  } catch {
    throw bad('card.json is not JSON');
  }
  if (typeof card !== 'object' || card === null || card.name !== name)
    throw bad('card.json belongs to another model');
  if (typeof card.revision !== 'string' || card.revision === '') throw bad('no revision');
  if (!Number.isInteger(card.maxTokens) || (card.maxTokens ?? 0) < 8) throw bad('no maxTokens');
  const files = Object.entries(card.files ?? {});
  if (files.length === 0) throw bad('no files');
  for (const [file, facts] of files)
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(file) || file.split('/').includes('..'))
      throw bad(`odd file name "${file}"`);
    else if (!(facts.bytes > 0) || !/^[0-9a-f]{64}$/.test(facts.sha256))
      throw bad(`no size or hash for ${file}`);
  return card as ModelCard;
}
