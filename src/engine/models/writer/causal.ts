import type { Device } from '../runtime';

/** A language model that is ready to run: one pass of tokens at a time. */
export interface CausalSession {
  readonly device: Device;
  /**
   * Reads `ids` (rows of equal length) behind `past`. `logits`: rows x keep x vocabulary, row-major,
   * of the last `keep` positions. `past` is left as it was.
   * @throws DeviceLost when the device is gone for good.
   */
  forward(
    ids: readonly (readonly number[])[],
    past: Past | null,
    keep: number,
  ): Promise<{ readonly logits: Float32Array; readonly past: Past }>;
  dispose(): Promise<void>;
}

/** What a model keeps of tokens it has read (its key-value cache). */
export interface Past {
  readonly rows: number;
  readonly tokens: number;
  /** A copy of some rows (one may be taken many times), as they were after their first `tokens`. */
  take(rows: readonly number[], tokens: number): Promise<Past>;
  /** Frees what it holds on a GPU; it must not be used afterwards. */
  free(): void;
}
