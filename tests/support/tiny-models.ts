import { failure } from '../../src/core/errors';
import type { Batch } from '../../src/engine/models/batch';
import type { ModelCard } from '../../src/engine/models/card';
import { builtIn, encoderRoles, type EncoderRole } from '../../src/engine/models/catalog';
import { hashOf, type Bytes, type ModelFiles } from '../../src/engine/models/files';
import type { Device, Runtime } from '../../src/engine/models/runtime';

const marks = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/** A tokenizer over `words`; ids follow the five marks, so the first word is 5. */
export function tinyTokenizer(words: readonly string[]): object {
  const vocabulary = [...marks, ...words];
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: marks.map((content, id) => ({
      id,
      content,
      special: true,
      normalized: false,
      lstrip: false,
      rstrip: false,
      single_word: false,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
}

export interface TinyOptions {
  readonly words?: readonly string[];
  readonly card?: (role: EncoderRole) => Partial<ModelCard>;
  /** config.json of a role. */
  readonly config?: (role: EncoderRole) => object;
}

export const tinyWords = ['a', 'b', 'c', 'd', '.', 'not'];

/** The three built-in folders, tiny, as a map from `<model>/<file>` to bytes: change it to spoil them. */
export async function tinyFolders(options: TinyOptions = {}): Promise<Map<string, Bytes>> {
  const folders = new Map<string, Bytes>();
  const put = (path: string, value: object | string) =>
    folders.set(
      path,
      new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
    );
  for (const role of encoderRoles) {
    const name = builtIn[role];
    put(`${name}/config.json`, options.config?.(role) ?? labels);
    put(`${name}/tokenizer.json`, tinyTokenizer(options.words ?? tinyWords));
    put(`${name}/tokenizer_config.json`, { tokenizer_class: 'BertTokenizer', pad_token: '[PAD]' });
    put(`${name}/onnx/model_quantized.onnx`, `weights of ${name}, not really a graph`);
    const files: Record<string, { bytes: number; sha256: string }> = {};
    for (const [path, bytes] of folders)
      if (path.startsWith(`${name}/`))
        files[path.slice(name.length + 1)] = {
          bytes: bytes.byteLength,
          sha256: await hashOf(bytes),
        };
    put(`${name}/card.json`, {
      name,
      revision: '1',
      role,
      title: name,
      licence: 'Apache-2.0',
      source: 'made up',
      dtype: 'q8',
      maxTokens: 16,
      ...(role === 'embed' ? { dimensions: 4 } : {}),
      files,
      ...options.card?.(role),
    });
  }
  return folders;
}

const labels = { id2label: { 0: 'entailment', 1: 'neutral', 2: 'contradiction' } };

/** Files out of that map, in pieces, a tick apart; counts what was read. */
export function createMapFiles(
  folders: ReadonlyMap<string, Bytes>,
): ModelFiles & { readonly reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    async read(model, file, onBytes, signal) {
      reads.push(`${model}/${file}`);
      const bytes = folders.get(`${model}/${file}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      signal.throwIfAborted();
      if (!bytes) throw failure('ModelMissing', `${model}/${file} is missing.`);
      onBytes(Math.floor(bytes.byteLength / 2));
      onBytes(bytes.byteLength);
      return bytes;
    },
  };
}

export type Compute = (batch: Batch, role: EncoderRole) => Record<string, Float32Array>;

/** A runtime whose sessions are plain functions; `seen` has every batch that was run. */
export function createTinyRuntime(
  files: ModelFiles,
  compute: Compute,
  devices: readonly Device[] = [{ device: 'wasm', threads: 1, why: 'a test' }],
): Runtime & { readonly seen: Batch[]; readonly disposed: string[] } {
  const seen: Batch[] = [];
  const disposed: string[] = [];
  return {
    seen,
    disposed,
    files,
    devices: () => Promise.resolve(devices),
    open: async ({ card }, device) => ({
      device,
      async run(batch) {
        seen.push(batch);
        return compute(batch, card.role as EncoderRole);
      },
      async dispose() {
        disposed.push(`${card.name} on ${device.device}`);
      },
    }),
    openCausal: ({ card }) => Promise.reject(new Error(`${card.name} is no part of this test.`)),
  };
}
