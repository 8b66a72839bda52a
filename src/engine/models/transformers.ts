import {
  AutoModel,
  AutoModelForQuestionAnswering,
  AutoModelForSequenceClassification,
  env,
  LogLevel,
  Tensor,
} from '@huggingface/transformers';
import type { Batch } from './batch';
import type { ModelFolder } from './files';
import type { Device, Session } from './runtime';
import type { Role } from './types';

/**
 * The one place that sets transformers.js up. Files reach it from memory, already checked; it is told to
 * ask nobody else, and any request it still tries is refused.
 */
const inMemory = new Map<string, Uint8Array<ArrayBuffer>>();
const root = '/models/';

let ready = false;

/** Sets the library up, once: no remote host, no cache of its own, no CDN. */
export function prepareTransformers(): void {
  if (ready) return;
  ready = true;
  env.allowRemoteModels = false;
  // Under Node the library asks its cache a second time, by what it takes for the remote address.
  env.remoteHost = root;
  env.remotePathTemplate = '{model}/';
  env.allowLocalModels = true;
  env.localModelPath = root;
  env.useFS = false;
  env.useFSCache = false;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.useCustomCache = true;
  env.customCache = {
    async match(key: string) {
      const bytes = inMemory.get(key.replace(/\/{2,}/g, '/'));
      return bytes && new Response(bytes);
    },
    async put() {},
  };
  // An optional file that the card does not list is "not there"; nothing is looked for elsewhere.
  env.fetch = () => Promise.resolve(new Response(null, { status: 404 }));
  env.logLevel = LogLevel.NONE;
}

const kinds = {
  embed: AutoModel,
  judge: AutoModelForSequenceClassification,
  read: AutoModelForQuestionAnswering,
} as const;

export interface OpenOptions {
  readonly device: 'cpu' | 'wasm' | 'webgpu';
  readonly sessionOptions?: Readonly<Record<string, unknown>>;
  /** Turns what the library rejects with into a named failure. */
  readonly explain?: (error: unknown) => unknown;
}

/** Opens the graph of a folder. Two folders of one name must not be opened at the same time. */
export async function openSession(
  folder: ModelFolder,
  device: Device,
  options: OpenOptions,
): Promise<Session> {
  const { name, role, dtype } = folder.card;
  const explain = options.explain ?? ((error: unknown) => error);
  try {
    const model = await withFolder(folder, () =>
      kinds[role as Exclude<Role, 'write'>].from_pretrained(name, {
        device: options.device,
        dtype,
        session_options: { ...options.sessionOptions },
      }),
    );
    throwHidden(...Object.values(model.sessions));
    return {
      device,
      run: async (batch) => {
        try {
          const outputs = (await model.forward(inputs(batch))) as Record<string, unknown>;
          throwHidden(outputs);
          return Object.fromEntries(
            Object.entries(outputs)
              .filter((entry): entry is [string, Tensor] => entry[1] instanceof Tensor)
              .map(([key, tensor]) => [key, tensor.data as Float32Array]),
          );
        } catch (error) {
          throw explain(error);
        }
      },
      dispose: async () => {
        await model.dispose();
      },
    };
  } catch (error) {
    throw explain(error);
  }
}

/** While `open` runs, the library finds the files of a folder. Afterwards the runtime has its own copy. */
export async function withFolder<T>(folder: ModelFolder, open: () => Promise<T>): Promise<T> {
  prepareTransformers();
  const path = (file: string) => `${root}${folder.card.name}/${file}`;
  for (const [file, bytes] of folder.files) inMemory.set(path(file), bytes);
  try {
    return await open();
  } finally {
    for (const file of folder.files.keys()) inMemory.delete(path(file));
  }
}

function inputs({ rows, width, ids, mask, types }: Batch) {
  return {
    input_ids: new Tensor('int64', ids, [rows, width]),
    attention_mask: new Tensor('int64', mask, [rows, width]),
    token_type_ids: new Tensor('int64', types, [rows, width]),
  };
}

/** See browser-runtime.ts: there a failure travels as a value, because a rejection would stick. */
export function throwHidden(...carriers: readonly unknown[]): void {
  for (const carrier of carriers) {
    const { hiddenError } = carrier as { hiddenError?: () => unknown };
    if (hiddenError) throw hiddenError();
  }
}
