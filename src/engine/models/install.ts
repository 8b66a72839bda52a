import { failure, isExpected } from '../../core/errors';
import type { InstallEvent, InstallOrder } from '../../link/hub';
import { hubModel, type HubModel } from './catalog-hub';
import { hashOf, looksLikeHtml, type Bytes } from './files';
import type { Appender, Folders } from './folders';
import type { Hub, HubFile, Listing } from './hub';
import { cardFile, makeCard } from './make-card';
import { graphFile } from './variant';
import type { Dtype } from '../../link/hub';

export interface InstallDeps {
  readonly folders: Folders;
  readonly hub: Hub;
  /** navigator.storage.estimate. */
  readonly estimate: () => Promise<{ readonly usage?: number; readonly quota?: number }>;
  readonly wait: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** What is being installed; beside the files until the card takes its place. */
export interface Plan {
  readonly commit: string;
  readonly dtype: Dtype;
  readonly files: readonly HubFile[];
}

export const planFile = 'install.json';

/** Bytes between two flushes: what a loss of power may cost. */
const flushBytes = 16e6;
/** Connections in a row that brought nothing before it is given up. */
const emptyTries = 5;
/** A connection that is silent for so long counts as cut. */
const silenceSeconds = 60;

/**
 * Downloads a model of the catalog into its folder, going on where an earlier run stopped. Every
 * file is held against the size and hash that the hub stated; the card is written last, so that a
 * folder with a card is a whole model.
 */
export async function install(
  { folders, hub, estimate, wait }: InstallDeps,
  order: InstallOrder,
  onEvent: (event: InstallEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const model = hubModel(order.name);
  if (!model) throw failure('ModelMissing', `"${order.name}" is not in the catalog.`);
  if ((await folders.size(model.name, cardFile)) !== null) return;
  const plan = (await readPlan(folders, model.name)) ?? (await makePlan(model));
  const total = plan.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const have = await Promise.all(plan.files.map(({ path }) => sizeOf(path)));
  await refuseWithoutRoom(total - have.reduce((sum, bytes) => sum + bytes, 0));

  const hashes: Record<string, { bytes: number; sha256: string }> = {};
  let before = 0;
  for (const file of plan.files) {
    signal.throwIfAborted();
    const start = before;
    await download(file, (loaded) =>
      onEvent({ type: 'progress', file: file.path, loaded: start + loaded, total }),
    );
    onEvent({ type: 'checking', file: file.path });
    hashes[file.path] = { bytes: file.bytes, sha256: await check(file) };
    before += file.bytes;
  }
  signal.throwIfAborted();
  const card = await makeCard(folders, {
    name: model.name,
    role: model.role,
    model,
    dtype: plan.dtype,
    files: hashes,
    revision: plan.commit.slice(0, 12),
    source: `https://huggingface.co/${model.repository}/tree/${plan.commit}`,
  });
  await folders.write(model.name, cardFile, bytesOf(card));

  async function makePlan(wanted: HubModel): Promise<Plan> {
    onEvent({ type: 'listing' });
    const listing = await hub.list(wanted.repository, signal);
    const made = planOf(wanted, listing, order.dtypes);
    await folders.write(wanted.name, planFile, bytesOf(made));
    return made;
  }

  async function sizeOf(path: string): Promise<number> {
    return (await folders.size(model!.name, path)) ?? 0;
  }

  async function refuseWithoutRoom(missing: number): Promise<void> {
    const { usage = 0, quota = Infinity } = await estimate().catch(() => ({}) as never);
    if (missing <= quota - usage) return;
    throw failure(
      'QuotaExceeded',
      `${mega(missing)} are still to come, and the browser allows this page ${mega(Math.max(0, quota - usage))} more. Make room on the disk, or delete another model.`,
    );
  }

  async function download(file: HubFile, onBytes: (loaded: number) => void): Promise<void> {
    let at = await sizeOf(file.path);
    if (at > file.bytes) at = 0;
    onBytes(at);
    for (let empty = 0; at < file.bytes;) {
      const { from, body } = await hub.open(model!.repository, plan.commit, file.path, at, signal);
      const appender = await folders.append(model!.name, file.path, from);
      const start = at;
      try {
        at = await pump(file, body, appender, from, onBytes);
      } catch (error) {
        signal.throwIfAborted();
        if (isExpected(error)) throw error;
        at = await sizeOf(file.path);
      } finally {
        await appender.close();
      }
      if (at >= file.bytes) break;
      empty = at > start ? 0 : empty + 1;
      if (empty >= emptyTries)
        throw failure(
          'HubUnreachable',
          'The connection is cut again and again. What has arrived is kept; go on when the network is better.',
        );
      onEvent({ type: 'waiting', seconds: empty + 1, why: 'cut the connection' });
      await wait(empty + 1, signal);
    }
  }

  /** @returns where it stands: the end of the file, or where the connection was cut */
  async function pump(
    file: HubFile,
    body: ReadableStream<Uint8Array>,
    appender: Appender,
    from: number,
    onBytes: (loaded: number) => void,
  ): Promise<number> {
    const reader = body.getReader();
    const stop = () => void reader.cancel().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    let at = from;
    let flushed = from;
    let told = from;
    try {
      for (;;) {
        const { done, value } = await inTime(reader.read());
        signal.throwIfAborted();
        if (done) break;
        if (at + value.byteLength > file.bytes) {
          await folders.remove(model!.name);
          throw corrupt(file, `has more than the ${file.bytes} bytes that the hub states`);
        }
        await appender.write(value);
        at += value.byteLength;
        if (at - flushed >= flushBytes) {
          await appender.flush();
          flushed = at;
        }
        // A hundred steps are enough for a bar; each one is a message to the page.
        if (at - told >= total / 100 || at === file.bytes) {
          told = at;
          onBytes(at);
        }
      }
      return at;
    } finally {
      signal.removeEventListener('abort', stop);
      await appender.flush().catch(() => {});
      stop();
    }
  }

  function inTime<T>(read: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('silence')), silenceSeconds * 1000);
      read.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  /** @returns the SHA-256 that is pinned from now on */
  async function check(file: HubFile): Promise<string> {
    const bytes = await folders.read(model!.name, file.path);
    const what = !bytes
      ? 'is not there'
      : looksLikeHtml(bytes)
        ? 'is a web page'
        : bytes.byteLength !== file.bytes
          ? `has ${bytes.byteLength} bytes instead of ${file.bytes}`
          : (await matches(file, bytes))
            ? null
            : 'has other contents than the hub states';
    if (what) {
      // Of a file that is wrong nothing is kept; the others may stay.
      await (await folders.append(model!.name, file.path, 0)).close();
      throw corrupt(file, what);
    }
    return hashOf(bytes as Bytes);
  }

  function corrupt(file: HubFile, what: string): Error {
    return failure(
      'ModelCorrupt',
      `"${file.path}" of "${model!.repository}" ${what}. It was deleted and not used; try again.`,
    );
  }
}

/**
 * The files to fetch: the graph in the first format that is there, and what belongs to it.
 * @throws ModelMissing naming what the repository lacks
 */
export function planOf(model: HubModel, listing: Listing, dtypes: readonly Dtype[]): Plan {
  const there = new Map(listing.files.map((file) => [file.path, file]));
  const dtype = dtypes.find((one) => there.has(graphFile(one)));
  const missing = [
    ...neededFiles.filter((path) => !there.has(path)),
    ...(dtype ? [] : [`a graph (${dtypes.map(graphFile).join(', ')})`]),
  ];
  if (!dtype || missing.length > 0)
    throw failure(
      'ModelMissing',
      `"${model.repository}" has no ${missing.join(', no ')} (any more). Choose another model.`,
    );
  const graph = graphFile(dtype);
  const files = listing.files.filter(({ path }) => belongs(path, graph));
  // Small ones first: what is wrong shows early.
  return { commit: listing.commit, dtype, files: [...files].sort((a, b) => a.bytes - b.bytes) };
}

export const neededFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
const usefulFiles = ['generation_config.json', 'chat_template.jinja'];

/** Whether a file belongs to a model folder whose graph is `graph`; its weights may lie beside it. */
export function belongs(path: string, graph: string): boolean {
  if ([...neededFiles, ...usefulFiles].includes(path) || path === graph) return true;
  return path.startsWith(`${graph}_data`);
}

/** Null when there is none, or one that another version wrote. */
export async function readPlan(folders: Folders, name: string): Promise<Plan | null> {
  const bytes = await folders.read(name, planFile);
  if (!bytes) return null;
  try {
    const plan = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Plan>;
    return plan.commit && plan.dtype && Array.isArray(plan.files) ? (plan as Plan) : null;
  } catch {
    return null;
  }
}

async function matches({ hash }: HubFile, bytes: Bytes): Promise<boolean> {
  if (hash.kind === 'sha256') return (await hashOf(bytes)) === hash.hex;
  // How git names a blob: SHA-1 of its kind, its length and its bytes.
  const head = new TextEncoder().encode(`blob ${bytes.byteLength}\0`);
  const whole = new Uint8Array(head.byteLength + bytes.byteLength);
  whole.set(head);
  whole.set(bytes, head.byteLength);
  return (await hashOf(whole, 'SHA-1')) === hash.hex;
}

export const bytesOf = (value: unknown): Bytes =>
  new TextEncoder().encode(JSON.stringify(value, null, 1));

const mega = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
