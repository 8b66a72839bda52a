import type { Dtype, Measured } from '../../link/hub';
import type { Role } from './types';

/** A model on huggingface.co that can take the place of a built-in one. */
export interface HubModel {
  /** Folder name: the repository with `--` for `/`. */
  readonly name: string;
  readonly repository: string;
  readonly role: Role;
  readonly title: string;
  readonly licence: string;
  /**
   * Size of the whole folder in bytes by format, about: as the hub's pages round it, or worked out
   * from the number of parameters. The exact size comes from the hub when it is asked.
   */
  readonly sizes: Readonly<Partial<Record<Dtype, number>>>;
  readonly maxTokens: number;
  /** Embedders: length of a vector, and what it is made of. */
  readonly dimensions?: number;
  readonly pooling?: 'mean' | 'cls';
  /** Bytes of the largest tensor in 32-bit floats: what a graphics card has to take in one piece. */
  readonly largestTensor: number;
  readonly measured: readonly Measured[];
  readonly note?: string;
}

const mb = 1e6;
const mteb = 'its card on the hub; MTEB, arXiv 2210.07316';
const nli = 'the card of cross-encoder’s model on the hub';

/** Stronger models by role, the smallest first. */
export const hubModels: readonly HubModel[] = [
  {
    name: 'Xenova--gte-small',
    repository: 'Xenova/gte-small',
    role: 'embed',
    title: 'GTE small: 12 layers, 384 dimensions, 33 million parameters',
    licence: 'MIT',
    sizes: { q8: 35 * mb, fp16: 67 * mb, fp32: 134 * mb },
    maxTokens: 512,
    dimensions: 384,
    pooling: 'mean',
    largestTensor: 30522 * 384 * 4,
    measured: [
      { what: 'MTEB, 56 sets', value: '61.4 (all-MiniLM-L6-v2: 56.3)', source: mteb },
      { what: 'retrieval, 15 sets, nDCG@10', value: '49.5 (41.9)', source: mteb },
    ],
  },
  {
    name: 'Xenova--bge-small-en-v1.5',
    repository: 'Xenova/bge-small-en-v1.5',
    role: 'embed',
    title: 'BGE small 1.5: 12 layers, 384 dimensions, 33 million parameters',
    licence: 'MIT',
    sizes: { q8: 35 * mb, fp16: 67 * mb, fp32: 134 * mb },
    maxTokens: 512,
    dimensions: 384,
    pooling: 'cls',
    largestTensor: 30522 * 384 * 4,
    measured: [
      { what: 'MTEB, 56 sets', value: '62.2 (all-MiniLM-L6-v2: 56.3)', source: mteb },
      { what: 'retrieval, 15 sets, nDCG@10', value: '51.7 (41.9)', source: mteb },
    ],
  },
  {
    name: 'Xenova--bge-base-en-v1.5',
    repository: 'Xenova/bge-base-en-v1.5',
    role: 'embed',
    title: 'BGE base 1.5: 12 layers, 768 dimensions, 109 million parameters',
    licence: 'MIT',
    sizes: { q8: 110 * mb, fp16: 219 * mb, fp32: 436 * mb },
    maxTokens: 512,
    dimensions: 768,
    pooling: 'cls',
    largestTensor: 30522 * 768 * 4,
    measured: [
      { what: 'MTEB, 56 sets', value: '63.6 (all-MiniLM-L6-v2: 56.3)', source: mteb },
      { what: 'retrieval, 15 sets, nDCG@10', value: '53.3 (41.9)', source: mteb },
    ],
    note: 'Some five times the work of the built-in one for each passage, and vectors of twice the size.',
  },
  {
    name: 'Xenova--nli-deberta-v3-xsmall',
    repository: 'Xenova/nli-deberta-v3-xsmall',
    role: 'judge',
    title: 'NLI DeBERTa v3 xsmall: 12 layers, 384 dimensions, 71 million parameters',
    licence: 'Apache-2.0',
    sizes: { q8: 96 * mb, fp16: 151 * mb, fp32: 293 * mb },
    maxTokens: 512,
    largestTensor: 128100 * 384 * 4,
    measured: [
      { what: 'MNLI mismatched, accuracy', value: '87.8', source: nli },
      { what: 'SNLI test, accuracy', value: '91.6 (the built-in one: 77.4)', source: nli },
    ],
    note: 'Trained on pairs of sentences alone; the built-in judge has seen answers to questions as well, and the weights of the decision were fitted to it.',
  },
  {
    name: 'Xenova--nli-deberta-v3-base',
    repository: 'Xenova/nli-deberta-v3-base',
    role: 'judge',
    title: 'NLI DeBERTa v3 base: 12 layers, 768 dimensions, 184 million parameters',
    licence: 'Apache-2.0',
    sizes: { q8: 243 * mb, fp16: 380 * mb, fp32: 748 * mb },
    maxTokens: 512,
    largestTensor: 128100 * 768 * 4,
    measured: [
      { what: 'MNLI mismatched, accuracy', value: '90.0', source: nli },
      { what: 'SNLI test, accuracy', value: '92.4 (the built-in one: 77.4)', source: nli },
    ],
    note: 'Trained on pairs of sentences alone. On the CPU it takes some eight times as long as the built-in one.',
  },
  {
    name: 'Xenova--distilbert-base-cased-distilled-squad',
    repository: 'Xenova/distilbert-base-cased-distilled-squad',
    role: 'read',
    title: 'DistilBERT for SQuAD: 6 layers, 768 dimensions, 65 million parameters',
    licence: 'Apache-2.0',
    sizes: { q8: 66 * mb, fp16: 131 * mb, fp32: 261 * mb },
    maxTokens: 512,
    largestTensor: 28996 * 768 * 4,
    measured: [
      {
        what: 'SQuAD 1.1 dev, F1',
        value: '87.1 (the built-in one: 68.7 on 500 questions)',
        source: 'the card of distilbert’s model on the hub',
      },
    ],
    note: 'Was never taught that a question may have no answer: not answering then rests on the judge alone.',
  },
  {
    name: 'onnx-community--roberta-base-squad2-ONNX',
    repository: 'onnx-community/roberta-base-squad2-ONNX',
    role: 'read',
    title: 'RoBERTa base for SQuAD 2: 12 layers, 768 dimensions, 124 million parameters',
    licence: 'CC-BY-4.0 (deepset)',
    sizes: { q8: 128 * mb, fp16: 251 * mb, fp32: 499 * mb },
    maxTokens: 512,
    largestTensor: 50265 * 768 * 4,
    measured: [
      {
        what: 'SQuAD 2.0 dev, EM / F1',
        value: '79.9 / 82.9',
        source: 'the card of deepset/roberta-base-squad2 on the hub',
      },
    ],
  },
  {
    name: 'HuggingFaceTB--SmolLM2-360M-Instruct',
    repository: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    role: 'write',
    title: 'SmolLM2 360M Instruct: 32 layers, 362 million parameters',
    licence: 'Apache-2.0',
    sizes: { q4f16: 275 * mb, q4: 390 * mb, q8: 366 * mb },
    maxTokens: 8192,
    largestTensor: 49152 * 960 * 4,
    measured: [
      {
        what: 'IFEval',
        value: '41.0 (SmolLM2 135M: 29.9)',
        source: 'its card on the hub; arXiv 2502.02737',
      },
    ],
  },
  {
    name: 'onnx-community--Qwen2.5-0.5B-Instruct',
    repository: 'onnx-community/Qwen2.5-0.5B-Instruct',
    role: 'write',
    title: 'Qwen2.5 0.5B Instruct: 24 layers, 494 million parameters',
    licence: 'Apache-2.0',
    sizes: { q4f16: 490 * mb, q4: 790 * mb, q8: 515 * mb },
    maxTokens: 8192,
    largestTensor: 151936 * 896 * 4,
    measured: [
      {
        what: 'IFEval',
        value: '31.6 (SmolLM2 135M: 29.9)',
        source: 'the card of SmolLM2 on the hub; arXiv 2502.02737',
      },
    ],
  },
];

export const hubModel = (name: string): HubModel | null =>
  hubModels.find((model) => model.name === name) ?? null;
