import { failure } from '../../core/errors';
import { parseCard, type ModelCard } from './card';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Where model folders are read from: this page's own origin, or a directory under Node. */
export interface ModelFiles {
  /**
   * All bytes of one file; `onBytes` is told how many have arrived so far.
   * @throws ModelMissing when there is no such file, AbortError.
   */
  read(
    model: string,
    file: string,
    onBytes: (loaded: number) => void,
    signal: AbortSignal,
  ): Promise<Bytes>;
}

/** A model folder in memory, every byte of it checked. */
export interface ModelFolder {
  readonly card: ModelCard;
  readonly files: ReadonlyMap<string, Bytes>;
}

export interface FileProgress {
  readonly file: string;
  /** Bytes of the whole folder so far. */
  readonly loaded: number;
  /** Bytes of the whole folder. */
  readonly total: number;
}

/** @throws ModelMissing, ModelCorrupt, AbortError. */
export async function readCard(
  source: ModelFiles,
  model: string,
  signal: AbortSignal,
): Promise<ModelCard> {
  return parseCard(model, await source.read(model, 'card.json', () => {}, signal));
}

/**
 * Reads what the card lists, one file after the other, and holds each against size and hash, so
 * that a session is never made from a cut file or from a server's error page.
 * @throws ModelMissing, ModelCorrupt, AbortError.
 */
export async function readFolder(
  source: ModelFiles,
  card: ModelCard,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<ModelFolder> {
  const entries = Object.entries(card.files);
  const total = entries.reduce((sum, [, facts]) => sum + facts.bytes, 0);
  const files = new Map<string, Bytes>();
  let before = 0;
  let told = 0;
  for (const [file, facts] of entries) {
    signal.throwIfAborted();
    const start = before;
    const bytes = await source.read(
      card.name,
      file,
      (arrived) => {
        // A wrong file may be longer than its card says: the bar still ends at its end.
        const loaded = start + Math.min(arrived, facts.bytes);
        // A hundred steps are enough for a bar; each one is a message to the page.
        if (loaded - told < total / 100 && arrived < facts.bytes) return;
        told = loaded;
        onProgress({ file, loaded, total });
      },
      signal,
    );
    await check(card.name, file, bytes, facts.bytes, facts.sha256);
    signal.throwIfAborted();
    files.set(file, bytes);
    before += facts.bytes;
  }
  return { card, files };
}

async function check(model: string, file: string, bytes: Bytes, size: number, sha256: string) {
  const what = looksLikeHtml(bytes)
    ? 'is a web page'
    : bytes.byteLength !== size
      ? `has ${bytes.byteLength} bytes instead of ${size}`
      : (await hashOf(bytes)) !== sha256
        ? 'has other contents than its card says'
        : null;
  if (what)
    throw failure(
      'ModelCorrupt',
      `"${file}" of the model "${model}" ${what}. It was not used; reload the page, or install the model again.`,
    );
}

/** A sign-in page of a network, or a server's error page, in place of a file. */
export function looksLikeHtml(bytes: Bytes): boolean {
  return /^\s*<(!doctype|html|head|body|\?xml)/i.test(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  );
}

/** In hex. */
export async function hashOf(
  bytes: Bytes,
  algorithm: 'SHA-256' | 'SHA-1' = 'SHA-256',
): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
