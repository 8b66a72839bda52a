import type { Batch } from './batch';
import type { ModelCard } from './card';
import type { FileProgress, ModelFiles, ModelFolder } from './files';
import type { CausalSession } from './writer/causal';
import type { WebLlmParts } from './writer/webllm';

/** How a model is computed. */
export interface Device {
  readonly device: 'wasm' | 'webgpu' | 'node';
  /** CPU threads; 1 on WebGPU. */
  readonly threads: number;
  /** Why this one, for the person: "no graphics card was found". */
  readonly why: string;
  /** WebGPU only: whether it computes with 16-bit floats (shader-f16). */
  readonly f16?: boolean;
  /** WebGPU only: bytes it takes in one piece. */
  readonly bufferBytes?: number;
}

/** A model that is ready to run. */
export interface Session {
  readonly device: Device;
  /** Outputs by name, row-major. @throws DeviceLost when the device is gone for good. */
  run(batch: Batch): Promise<Readonly<Record<string, Float32Array>>>;
  dispose(): Promise<void>;
}

/** What differs between browser and Node. */
export interface Runtime {
  readonly files: ModelFiles;
  /** Devices to try, best first; the last one always works. Asked once. */
  devices(): Promise<readonly Device[]>;
  /** @throws DeviceLost, or the reason why this device cannot run this model. */
  open(folder: ModelFolder, device: Device): Promise<Session>;
  /** The same for a language model. */
  openCausal(folder: ModelFolder, device: Device): Promise<CausalSession>;
  /** The same for one that WebLLM runs; left out where there is no WebGPU, as in Node. */
  openWebLlm?(
    card: ModelCard,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
  ): Promise<WebLlmParts>;
  /** Never two models in memory. */
  readonly oneAtATime?: boolean;
  /**
   * Gives this worker up for another one with a fresh memory, and one model in it at a time; the
   * calls that were open are made again there.
   * Absent where memory comes back by itself, and where that was tried already.
   * @returns what to reject with
   */
  readonly renew?: () => unknown;
  /** Keeps what was found out about an installed model; absent where none can be installed. */
  readonly keepCard?: (card: ModelCard) => Promise<void>;
}
