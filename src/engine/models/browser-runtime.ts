import { env, InferenceSession } from 'onnxruntime-web/webgpu';
import plainFactory from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import gpuFactory from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { failure } from '../../core/errors';
import type { ModelsLoss, ModelsStart } from '../../link/models';
import { chooseDevices, type Adapter } from './browser-devices';
import { createFetchFiles } from './fetch-files';
import type { ModelFiles } from './files';
import type { Folders } from './folders';
import { createInstalledFiles, keepCard } from './installed';
import type { Device, Runtime } from './runtime';
import { orAborted } from './shared-load';
import { openSession } from './transformers';
import { openCausal } from './writer/open-causal';

/**
 * onnxruntime-web in this worker; its files and those of built-in models from this page's own origin,
 * other models from `folders`.
 */
export function createBrowserRuntime(
  start: ModelsStart,
  folders: Folders,
  onLost: (loss: ModelsLoss) => void,
): Runtime & { readonly own: ModelFiles } {
  hideFailures();
  const gone = new AbortController();
  let watched: object | null = null;
  const lose = (reason: string, outOfMemory = false) => {
    if (gone.signal.aborted) return;
    gone.abort(deviceLost(reason));
    onLost({ reason, outOfMemory });
  };

  async function watchGpu(): Promise<void> {
    const device = (await env.webgpu.device) as unknown as { lost: Promise<{ message: string }> };
    if (watched === device) return;
    watched = device;
    void device.lost.then(({ message }) => lose(message || 'the graphics card was reset'));
  }

  /** Only called when something went wrong; some faults leave the whole worker unusable. */
  function explain(error: unknown): unknown {
    const message = String((error as Error)?.message ?? error);
    if (/device.{0,20}\blost\b|unreachable|\bAborted\(|memory access out of bounds/i.test(message))
      lose(message.slice(0, 200), /\bOOM\b/.test(message));
    return gone.signal.aborted ? gone.signal.reason : error;
  }

  async function lookAtDevices(): Promise<readonly Device[]> {
    const devices = await chooseDevices(start, {
      isolated: crossOriginIsolated,
      cores: navigator.hardwareConcurrency,
      requestAdapter,
    });
    setPaths(devices);
    return devices;
  }
  let devices: Promise<readonly Device[]> | null = null;

  const own = createFetchFiles(new URL('models/', start.base).href);
  return {
    own,
    files: createInstalledFiles(folders, own),
    keepCard: keepCard(folders),
    // WebAssembly never gives memory back, and what was at work when it ran out stays in it.
    ...(start.oneAtATime
      ? { oneAtATime: true }
      : {
          renew() {
            lose('there was not enough memory for several models at once', true);
            return gone.signal.reason as unknown;
          },
        }),
    devices: () => (devices ??= lookAtDevices()),
    async open(folder, device) {
      const session = await openSession(folder, device, {
        device: device.device === 'webgpu' ? 'webgpu' : 'wasm',
        explain,
      });
      if (device.device !== 'webgpu') return session;
      await watchGpu();
      // What a lost GPU was at work on may never come to an end.
      return { ...session, run: (batch) => orAborted(session.run(batch), gone.signal) };
    },
    async openWebLlm(card, onProgress, signal) {
      const { openWebLlm } = await import('./writer/open-webllm');
      const base = new URL('models/', start.base).href;
      return { ...(await openWebLlm(base, own, card, onProgress, signal)), lose };
    },
    async openCausal(folder, device) {
      const session = await openCausal(folder, device, {
        device: device.device === 'webgpu' ? 'webgpu' : 'wasm',
        explain,
      });
      if (device.device !== 'webgpu') return session;
      await watchGpu();
      return {
        ...session,
        forward: (...args) => orAborted(session.forward(...args), gone.signal),
      };
    },
  };
}

/** The plain build is half the size and 10 to 25 % faster on the CPU, but knows no GPU. */
function setPaths(devices: readonly Device[]): void {
  const gpu = devices.some(({ device }) => device === 'webgpu');
  const absolute = (url: string) => new URL(url, self.location.href).href;
  env.wasm.wasmPaths = gpu
    ? { mjs: absolute(gpuFactory), wasm: absolute(gpuWasm) }
    : { mjs: absolute(plainFactory), wasm: absolute(plainWasm) };
  env.wasm.numThreads = devices.find(({ device }) => device === 'wasm')?.threads ?? 1;
}

async function requestAdapter(): Promise<Adapter | null> {
  const { gpu } = navigator as { gpu?: { requestAdapter(o: object): Promise<Adapter | null> } };
  return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null;
}

function deviceLost(reason: string): Error {
  return failure(
    'DeviceLost',
    `The device that computes the models stopped (${reason}). They are started again; ask once more if no answer comes.`,
  );
}

let hidden = false;

/**
 * transformers.js chains all loads, and all runs, each on one promise: after one rejection every
 * later one rejects with the old error. So here nothing rejects: a failure comes back as a value,
 * and transformers.ts throws it after the chain.
 */
function hideFailures(): void {
  if (hidden) return;
  hidden = true;
  const create = InferenceSession.create.bind(InferenceSession) as (
    ...args: unknown[]
  ) => Promise<InferenceSession>;
  const replaced = async (...args: unknown[]): Promise<unknown> => {
    try {
      const session = await create(...args);
      const run = session.run.bind(session) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(session, {
        run: (...inputs: unknown[]) => run(...inputs).catch((error: unknown) => asValue(error)),
      });
      return session;
    } catch (error) {
      return { ...asValue(error), inputNames: [], outputNames: [], release: async () => {} };
    }
  };
  Object.assign(InferenceSession, { create: replaced });
}

/** A function, because transformers.js walks through objects in search of tensors. */
function asValue(error: unknown) {
  return { hiddenError: () => error };
}
