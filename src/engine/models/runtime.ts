import type { Batch } from './batch';
import type { ModelFiles, ModelFolder } from './files';

/** How a model is computed. */
export interface Device {
  readonly device: 'wasm' | 'webgpu' | 'node';
  /** CPU threads; 1 on WebGPU. */
  readonly threads: number;
  /** Why this one, for the person: "no graphics card was found". */
  readonly why: string;
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
}
