import type { Dtype, ModelOffer } from '../../link/hub';
import type { ModelInUseStatus, ModelRole } from '../../link/models';
import { formatBytes } from '../shared/format';

export const roleNames: Readonly<Record<ModelRole, string>> = {
  embed: 'Finding by meaning',
  judge: 'Judging claims',
  read: 'Reading answers',
  write: 'Writing',
};

/** What a role does, and what changes with another model. */
export const roleWords: Readonly<Record<ModelRole, string>> = {
  embed:
    'The embedder turns passages and questions into vectors. With another one the library is embedded anew, in the background; until that is done, answers come from the old vectors.',
  judge:
    'The judge decides whether a passage supports or contradicts a claim. Another one judges from the next question on; what was judged before is judged anew where it is needed.',
  read: 'The reader finds the words that answer a question. Another one reads from the next question on.',
  write:
    'The writer is a language model. Answers do not need it: the built-in one does worse than rules and judge in all four tasks below, so it has none of them unless you give it one. It is loaded when a task first needs it; another one is at work from the next time on.',
};

const dtypeNames: Readonly<Record<Dtype, string>> = {
  fp32: '32-bit floats',
  fp16: '16-bit floats',
  q8: '8-bit',
  q4: '4-bit',
  q4f16: '4-bit with 16-bit floats',
};

export const dtypeName = (dtype: string): string => dtypeNames[dtype as Dtype] ?? dtype;

/** `GTE small: 12 layers` -> its name, and what else is said of it. */
export function titleParts({ title, name }: ModelOffer): readonly [name: string, rest: string] {
  const at = title.indexOf(':');
  if (at > 0) return [title.slice(0, at), title.slice(at + 1).trim()];
  return [name, title === name ? '' : title];
}

/** "about 35 MB, 8-bit, MIT". */
export function factsOf(offer: ModelOffer): string {
  const size = `${offer.exact ? '' : 'about '}${formatBytes(offer.bytes)}`;
  return [size, dtypeName(offer.dtype), offer.licence].join(' · ');
}

/** "CPU, 2 threads, 8-bit: no graphics card was found". */
export function atWork({ device, threads, dtype, why }: ModelInUseStatus): string {
  const place = {
    wasm: `CPU, ${threads === 1 ? 'one thread' : `${threads} threads`}`,
    webgpu: 'graphics card (WebGPU)',
    node: 'CPU',
    fake: 'no device',
  }[device];
  return `${place}, ${dtypeName(dtype)}${why ? `: ${why}` : ''}`;
}
