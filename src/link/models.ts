import type { ReaderSpan } from '../core/types';
import type { ModelsShelfApi } from './hub';

/** The models worker's side of the contract; the engine calls it over a port of its own. */
export interface ModelsApi extends ModelsShelfApi {
  /** @param by folder name of an embedder; the chosen one where it is left out */
  embed(texts: readonly string[], signal: AbortSignal, by?: string): Promise<Float32Array>;
  entail(
    pairs: readonly { readonly premise: string; readonly hypothesis: string }[],
    signal: AbortSignal,
  ): Promise<Float32Array>;
  read(
    question: string,
    contexts: readonly string[],
    spans: number,
    signal: AbortSignal,
  ): Promise<readonly (readonly ReaderSpan[])[]>;
  countTokens(texts: readonly string[], signal: AbortSignal, by?: string): Promise<Uint32Array>;
  /** Writes with the chosen language model, loaded where need be; pieces of text as they come. */
  write(
    prompt: string,
    options: WriteOptions,
    onToken: (text: string) => void,
    signal: AbortSignal,
  ): Promise<string>;
  /** n different texts. */
  writeSamples(
    prompt: string,
    n: number,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Probability of each option as the next text after the prompt; sums to 1. */
  weighOptions(
    prompt: string,
    options: readonly string[],
    signal: AbortSignal,
    form?: PromptForm,
  ): Promise<Float32Array>;
  describe(by?: string): Promise<ModelsStatus>;
  /** Another model for a role, from the next call on; null: the built-in one. */
  choose(role: ModelRole, name: string | null): Promise<void>;
  /** Frees a model by its folder name. */
  unload(name: string): Promise<void>;
  /**
   * Loads what a role needs; progress in bytes. Resolves when it is ready and its self-test passed.
   * @param name folder name of a model that is to be tried; the chosen one
   */
  load(
    role: ModelRole,
    onProgress: (event: LoadEvent) => void,
    signal: AbortSignal,
    name?: string,
  ): Promise<void>;
  /** Requests this worker made since it started. */
  requests(): Promise<readonly RequestRecord[]>;
}

/** What the models worker exposes to the page; the engine gets a port of its own to the same object. */
export interface ModelsEntry extends ModelsApi {
  /** Before anything else. */
  start(options: ModelsStart): Promise<void>;
  /** Exposes the models on a port as well: the engine's. */
  connect(port: MessagePort): Promise<void>;
  /**
   * Resolves, with the reason, when the device is gone and this worker can compute nothing more:
   * the page then ends it, starts another, and hands the engine the new port.
   */
  lost(): Promise<ModelsLoss>;
}

export interface ModelsLoss {
  /** For the person: "the graphics card was reset". */
  readonly reason: string;
  /** Memory ran out: the next worker should keep one model in it at a time. */
  readonly outOfMemory: boolean;
}

export interface ModelsStart {
  /** Absolute URL of the page's folder, ending in `/`; models are in `models/` under it. */
  readonly base: string;
  /** `auto`: the GPU when it is real, right and faster, else the CPU. The others leave no choice. */
  readonly device: 'auto' | 'wasm' | 'webgpu';
  /** CPU threads; null: up to four, as the browser allows. */
  readonly threads: number | null;
  /** Never two models in memory: slower, and for machines where two are too many. Default false. */
  readonly oneAtATime?: boolean;
  /** Folder names of the models that the person chose; the built-in ones for the rest. */
  readonly choice?: ModelChoice;
}

export type ModelChoice = Readonly<Partial<Record<ModelRole, string>>>;

/** How a prompt is put before a model. */
export interface PromptForm {
  /** What the model is told of its part, before the prompt. */
  readonly system?: string;
  /** The prompt is a text to go on with, not a message to reply to. Default false. */
  readonly plain?: boolean;
}

export interface WriteOptions extends PromptForm {
  /** At most half of the model's window. */
  readonly maxTokens: number;
  /** 0: always the likeliest token. Default 0, for samples 0.8. */
  readonly temperature?: number;
  /** In (0, 1]; default 1. */
  readonly topP?: number;
  /** The same seed and prompt on the same device give the same text. Default 1. */
  readonly seed?: number;
  /** The text ends before the first of these. */
  readonly stop?: readonly string[];
}

export type ModelRole = 'embed' | 'judge' | 'read' | 'write';

export type LoadEvent =
  | {
      readonly type: 'progress';
      readonly role: ModelRole;
      readonly file: string;
      readonly loaded: number;
      readonly total: number;
    }
  | { readonly type: 'checking'; readonly role: ModelRole }
  | { readonly type: 'ready'; readonly role: ModelRole; readonly device: string };

export interface ModelInUseStatus {
  readonly id: string;
  readonly device: 'wasm' | 'webgpu' | 'node' | 'fake';
  readonly dtype: string;
  readonly threads: number;
  /** Why it runs there, for the person: "no graphics card was found". */
  readonly why?: string;
}

export interface ModelsStatus {
  readonly roles: Readonly<Record<ModelRole, ModelInUseStatus | null>>;
  readonly dimensions: number;
}

export interface RequestRecord {
  readonly url: string;
  readonly bytes: number;
  readonly at: number;
  readonly from: 'page' | 'engine' | 'models' | 'service worker' | 'download';
}
