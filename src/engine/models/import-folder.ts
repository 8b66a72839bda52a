import { failure } from '../../core/errors';
import type { Dtype, FolderFile, InstallEvent } from '../../link/hub';
import { parseCard, type ModelCard } from './card';
import { builtIn } from './catalog';
import { hubModel } from './catalog-hub';
import { hashOf, looksLikeHtml, type Bytes } from './files';
import type { Folders } from './folders';
import { belongs, bytesOf, neededFiles } from './install';
import { cardFile, makeCard } from './make-card';
import type { Role } from './types';
import { graphFile } from './variant';

const piece = 8e6;

/**
 * Copies a model folder from the disk, for machines without a network: one of the hub's layout, or
 * one with a card, whose sizes and hashes are then held against the files. What is missing is named;
 * nothing is used before all of it is there.
 *
 * @param name of the catalog, or null for a model that the catalog does not know
 * @returns the name of the model's folder
 */
export async function importFolder(
  folders: Folders,
  role: Role,
  name: string | null,
  picked: readonly FolderFile[],
  dtypes: readonly Dtype[],
  onEvent: (event: InstallEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  const files = below(picked);
  const card = await cardIn(files);
  const model = name === null ? null : hubModel(name);
  const own = model?.name ?? card?.name ?? folderName(picked);
  if (Object.values<string>(builtIn).includes(own))
    throw failure(
      'ModelMissing',
      `"${own}" is built in already. Choose the folder of another model.`,
    );
  if (card && card.role !== role)
    throw failure(
      'ModelCorrupt',
      `"${card.name}" is no model for this place, but a ${card.role} model.`,
    );

  const dtype = card?.dtype ?? dtypeIn(files, dtypes);
  const graph = dtype && graphFile(dtype);
  const wanted = card
    ? Object.keys(card.files)
    : [...files.keys()].filter((path) => graph && belongs(path, graph));
  refuseMissing(files, card ? wanted : neededFiles, graph ?? null, dtypes);
  await folders.remove(own);
  try {
    const hashes: Record<string, { bytes: number; sha256: string }> = {};
    const total = wanted.reduce((sum, path) => sum + (files.get(path)?.size ?? 0), 0);
    let before = 0;
    for (const path of wanted) {
      const file = files.get(path) as File;
      const start = before;
      await copy(folders, own, path, file, signal, (done) =>
        onEvent({ type: 'progress', file: path, loaded: start + done, total }),
      );
      onEvent({ type: 'checking', file: path });
      hashes[path] = { bytes: file.size, sha256: await check(folders, own, path, file, card) };
      before += file.size;
    }
    const made = card
      ? { ...card, name: own }
      : await makeCard(folders, {
          name: own,
          role,
          model,
          dtype: dtype as Dtype,
          files: hashes,
          revision: await revisionOf(hashes),
          source: model
            ? `https://huggingface.co/${model.repository}, from a folder of this machine`
            : 'a folder of this machine',
        });
    await folders.write(own, cardFile, bytesOf(made));
    return own;
  } catch (error) {
    await folders.remove(own);
    throw error;
  }
}

/** Paths below the folder that holds config.json (or a card), wherever in the picked one that is. */
function below(picked: readonly FolderFile[]): ReadonlyMap<string, File> {
  const roots = picked
    .filter(({ path }) => /(^|\/)(config|card)\.json$/.test(path))
    .map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
    .sort((a, b) => a.length - b.length);
  const root = roots[0] ?? '';
  return new Map(
    picked
      .filter(({ path }) => path.startsWith(root))
      .map(({ path, file }) => [path.slice(root.length), file]),
  );
}

async function cardIn(files: ReadonlyMap<string, File>): Promise<ModelCard | null> {
  const file = files.get(cardFile);
  if (!file) return null;
  const bytes: Bytes = new Uint8Array(await file.arrayBuffer());
  const { name } = JSON.parse(new TextDecoder().decode(bytes)) as { name?: unknown };
  return parseCard(String(name), bytes);
}

/** The first format of this machine that the folder has, else whatever it has. */
function dtypeIn(files: ReadonlyMap<string, File>, dtypes: readonly Dtype[]): Dtype | null {
  const every: readonly Dtype[] = [...dtypes, 'q8', 'fp32', 'fp16', 'q4', 'q4f16'];
  return every.find((dtype) => files.has(graphFile(dtype))) ?? null;
}

function refuseMissing(
  files: ReadonlyMap<string, File>,
  needed: readonly string[],
  graph: string | null,
  dtypes: readonly Dtype[],
): void {
  const missing = needed.filter((path) => !files.has(path));
  if (!graph)
    missing.push(`onnx/ with one of ${dtypes.map((d) => graphFile(d).slice(5)).join(', ')}`);
  if (missing.length === 0) return;
  throw failure(
    'ModelMissing',
    `This folder is not a whole model. Missing: ${missing.join('; ')}. Download the repository's files in their folders (config.json, tokenizer.json, tokenizer_config.json and onnx/), and choose the folder that holds them.`,
  );
}

async function copy(
  folders: Folders,
  name: string,
  path: string,
  file: File,
  signal: AbortSignal,
  onBytes: (done: number) => void,
): Promise<void> {
  const appender = await folders.append(name, path, 0);
  try {
    for (let at = 0; at < file.size; at += piece) {
      signal.throwIfAborted();
      const end = Math.min(file.size, at + piece);
      await appender.write(new Uint8Array(await file.slice(at, end).arrayBuffer()));
      onBytes(end);
    }
    await appender.flush();
  } finally {
    await appender.close();
  }
}

/** @returns the SHA-256 of what was copied @throws ModelCorrupt when it is not what it should be */
async function check(
  folders: Folders,
  name: string,
  path: string,
  file: File,
  card: ModelCard | null,
): Promise<string> {
  const bytes = await folders.read(name, path);
  const expected = card?.files[path];
  const sha256 = bytes ? await hashOf(bytes) : '';
  const what =
    !bytes || bytes.byteLength !== file.size
      ? 'could not be copied whole'
      : looksLikeHtml(bytes)
        ? 'is a web page'
        : isPointer(bytes)
          ? 'is only a pointer to the file (get it with "git lfs pull")'
          : expected && expected.bytes !== bytes.byteLength
            ? `has ${bytes.byteLength} bytes instead of ${expected.bytes}`
            : expected && expected.sha256 !== sha256
              ? 'has other contents than its card says'
              : null;
  if (what)
    throw failure('ModelCorrupt', `"${path}" ${what}. Nothing was imported; get the file again.`);
  return sha256;
}

const isPointer = (bytes: Bytes): boolean =>
  bytes.byteLength < 1000 &&
  new TextDecoder().decode(bytes).startsWith('version https://git-lfs.github.com/spec');

/** A name that is safe as a folder's. */
function folderName(picked: readonly FolderFile[]): string {
  const first = picked[0]?.path.split('/')[0] ?? 'model';
  const safe = first.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  return `folder--${safe || 'model'}`;
}

async function revisionOf(
  hashes: Readonly<Record<string, { readonly sha256: string }>>,
): Promise<string> {
  const all = Object.entries(hashes).map(([path, { sha256 }]) => `${path} ${sha256}`);
  return (await hashOf(new TextEncoder().encode(all.sort().join('\n')))).slice(0, 12);
}
