import type { ModelsStart } from '../../link/models';
import type { Device } from './runtime';

/** Threads beyond four gain little on models of this size and starve the rest of the machine. */
const mostThreads = 4;
/** The largest tensor of the built-in models is 47 MB (30 522 x 384 floats). */
const leastBinding = 64 * 2 ** 20;
/** What onnxruntime's kernels bind at once. */
const leastBuffers = 8;

/** What is asked of the browser; a test passes its own. */
export interface Machine {
  readonly isolated: boolean;
  readonly cores: number;
  requestAdapter(): Promise<Adapter | null>;
}

export interface Adapter {
  readonly limits: {
    readonly maxBufferSize: number;
    readonly maxStorageBufferBindingSize: number;
    readonly maxStorageBuffersPerShaderStage: number;
  };
  readonly features?: { has(name: string): boolean };
  readonly info?: { readonly isFallbackAdapter?: boolean; readonly vendor?: string };
  readonly isFallbackAdapter?: boolean;
}

/**
 * Devices to try, best first. A GPU that the browser imitates on the CPU counts as none: it is some
 * seventy times slower than WebAssembly. What a single model asks beyond that (16-bit floats, a large
 * tensor) is held against the device when it is opened: see variant.ts.
 */
export async function chooseDevices(
  wish: Pick<ModelsStart, 'device' | 'threads'>,
  machine: Machine,
): Promise<readonly Device[]> {
  const threads =
    wish.threads ?? (machine.isolated ? Math.max(1, Math.min(mostThreads, machine.cores)) : 1);
  const cpu = (why: string): Device => ({
    device: 'wasm',
    threads,
    why: machine.isolated ? why : `${why}; one thread, because the page is not isolated`,
  });
  if (wish.device === 'wasm') return [cpu('the CPU was asked for')];
  const adapter = await machine.requestAdapter().catch(() => null);
  const gpu = (why: string): Device => ({
    device: 'webgpu',
    threads: 1,
    why,
    f16: adapter?.features?.has('shader-f16') ?? false,
    ...(adapter ? { bufferBytes: largestBuffer(adapter) } : {}),
  });
  if (wish.device === 'webgpu') return [gpu('the graphics card was asked for')];
  const reason = whyNot(adapter);
  return reason === null ? [gpu('a graphics card was found'), cpu('the CPU')] : [cpu(reason)];
}

function whyNot(adapter: Adapter | null): string | null {
  if (!adapter) return 'no graphics card was found';
  const { limits } = adapter;
  if (adapter.isFallbackAdapter || adapter.info?.isFallbackAdapter)
    return 'the graphics card is only imitated';
  if (largestBuffer(adapter) < leastBinding) return 'the graphics card takes too small buffers';
  if (limits.maxStorageBuffersPerShaderStage < leastBuffers)
    return 'the graphics card takes too few buffers';
  return null;
}

const largestBuffer = ({ limits }: Adapter): number =>
  Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
