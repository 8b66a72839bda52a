import type { ReaderSpan } from '../../core/types';
import type { PromptForm, WriteOptions } from '../../link/models';

export type Role = 'embed' | 'judge' | 'read' | 'write';

export interface Pair {
  readonly premise: string;
  readonly hypothesis: string;
}

/**
 * What the engine needs from models, wherever they run: in the models worker (browser), in the
 * same process (Node), or as fakes (tests). Arrays of length n in, n rows out, in order; an empty
 * input costs nothing. All reject with AbortError on abort, DeviceLost when the GPU is gone.
 */
export interface Models {
  /** n x dimensions, row-major, L2-normalised. @param by folder name of an embedder; the chosen one */
  embed(texts: readonly string[], signal: AbortSignal, by?: string): Promise<Float32Array>;
  /** n x 3, row-major: probabilities of entailment, neutral, contradiction. A long premise is cut, never the hypothesis. */
  entail(pairs: readonly Pair[], signal: AbortSignal): Promise<Float32Array>;
  /** Best spans per context, best first, at most `spans`; scores are span logit minus no-answer logit. */
  read(
    question: string,
    contexts: readonly string[],
    spans: number,
    signal: AbortSignal,
  ): Promise<readonly (readonly ReaderSpan[])[]>;
  /** Tokens of each text by the embedder's tokenizer, without special tokens. */
  countTokens(texts: readonly string[], signal: AbortSignal, by?: string): Promise<Uint32Array>;
  /** @param by the embedder to describe; the chosen one */
  describe(by?: string): Promise<ModelsDescription>;
  /** Frees a model by its folder name; it loads again when it is asked. */
  unload?(name: string): Promise<void>;
}

export interface ModelsDescription {
  /** Role -> what serves it, null when nothing is loaded or chosen. */
  readonly roles: Readonly<Record<Role, ModelInUse | null>>;
  /** Length of an embedding. */
  readonly dimensions: number;
}

export interface ModelInUse {
  /** Folder name and revision, e.g. "all-MiniLM-L6-v2@1": part of the version of what it computed. */
  readonly id: string;
  readonly device: 'wasm' | 'webgpu' | 'node' | 'fake';
  readonly dtype: string;
  readonly threads: number;
  /** Why it runs there, for the person: "no graphics card was found". */
  readonly why?: string;
}

/**
 * A language model behind one interface (transformers.js, WebLLM, fake). `null` where there is none:
 * every use has a rule-based default. A prompt too long for the model loses its middle.
 */
export interface Writer {
  /** Streams text pieces to `onToken`; resolves with the whole text. Stops within one token of an abort. */
  generate(
    prompt: string,
    options: WriteOptions,
    onToken: (text: string) => void,
    signal: AbortSignal,
  ): Promise<string>;
  /** n samples. */
  sample(
    prompt: string,
    n: number,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Probability of each option as the next text after `prompt`, by one forward pass (two where an option has several tokens); sums to 1. */
  choose(
    prompt: string,
    options: readonly string[],
    signal: AbortSignal,
    form?: PromptForm,
  ): Promise<Float32Array>;
}

export type { PromptForm, WriteOptions };
