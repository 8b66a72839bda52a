import type { Dtype } from '../../link/hub';
import type { Device } from './runtime';
import type { Role } from './types';

/** What decides about a model's number format. */
export type Machine = Pick<Device, 'device' | 'f16' | 'bufferBytes'>;

/**
 * Formats to use, best first. On the CPU 8-bit kernels are the fast ones, and 4-bit weights are
 * unpacked at each call. A graphics card has no fast 8-bit kernels: half floats where it has them
 * (shader-f16), else floats; for language models, whose weights have to travel once for every token,
 * 4 bits. Any file also runs on the CPU, as the way out when the card is lost.
 */
const table: Readonly<
  Record<'encoder' | 'writer', Record<'cpu' | 'gpu' | 'gpu-f16', readonly Dtype[]>>
> = {
  encoder: { cpu: ['q8', 'fp32'], gpu: ['fp32', 'q8'], 'gpu-f16': ['fp16', 'fp32', 'q8'] },
  writer: { cpu: ['q8', 'q4'], gpu: ['q4', 'q8'], 'gpu-f16': ['q4f16', 'q4', 'q8'] },
};

export function dtypesFor(role: Role, machine: Machine): readonly Dtype[] {
  const row = table[role === 'write' ? 'writer' : 'encoder'];
  if (machine.device !== 'webgpu') return row.cpu;
  return machine.f16 ? row['gpu-f16'] : row.gpu;
}

/**
 * Why a device cannot run a model of this format, for the person; null when it can. Asked before a
 * session is made: a graphics card without half floats loads a q4f16 file and fails at its first run.
 * @param largestTensor bytes in 32-bit floats, 0 when not known
 */
export function whyNotOn(machine: Machine, dtype: Dtype, largestTensor: number): string | null {
  if (machine.device !== 'webgpu') return null;
  if ((dtype === 'fp16' || dtype === 'q4f16') && !machine.f16)
    return 'the graphics card has no 16-bit floats (shader-f16)';
  const bytes = largestTensor * share[dtype];
  if (machine.bufferBytes !== undefined && bytes > machine.bufferBytes)
    return `the graphics card takes ${mega(machine.bufferBytes)} in one piece, and the model has one of ${mega(bytes)}`;
  return null;
}

/** Of the size in 32-bit floats; word embeddings of 4-bit models are kept at 8 or 16 bits. */
const share: Readonly<Record<Dtype, number>> = {
  fp32: 1,
  fp16: 0.5,
  q8: 0.25,
  q4: 0.5,
  q4f16: 0.5,
};

const mega = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** The graph's file inside a folder, in the naming of transformers.js. */
export const graphFile = (dtype: Dtype): string => `onnx/model${suffix[dtype]}.onnx`;

const suffix: Readonly<Record<Dtype, string>> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  q4: '_q4',
  q4f16: '_q4f16',
};
