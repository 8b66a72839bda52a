import { AutoModelForCausalLM, Tensor } from '@huggingface/transformers';
import type { ModelFolder } from '../files';
import type { Device } from '../runtime';
import { throwHidden, withFolder, type OpenOptions } from '../transformers';
import type { CausalSession, Past } from './causal';

type Tensors = Readonly<Record<string, Tensor>>;

/** Opens the graph of a language model. Two folders of one name must not be opened at the same time. */
export async function openCausal(
  folder: ModelFolder,
  device: Device,
  options: OpenOptions,
): Promise<CausalSession> {
  const explain = options.explain ?? ((error: unknown) => error);
  const { name, dtype } = folder.card;
  const parts = [...folder.files.keys()].filter((file) => /\.onnx_data(_\d+)?$/.test(file)).length;
  try {
    const model = await withFolder(folder, () =>
      AutoModelForCausalLM.from_pretrained(name, {
        device: options.device,
        dtype,
        use_external_data_format: parts,
        session_options: { ...options.sessionOptions },
      }),
    );
    throwHidden(...Object.values(model.sessions));
    return {
      device,
      async forward(ids, past, keep) {
        try {
          const outputs = (await model.forward(inputs(ids, past, keep))) as Tensors;
          throwHidden(outputs);
          const { logits, ...rest } = outputs;
          const state = Object.fromEntries(
            Object.entries(rest).map(([key, tensor]) => [
              key.replace('present', 'past_key_values'),
              tensor,
            ]),
          );
          return {
            logits: lastOf(logits!, keep),
            past: createPast(state, ids.length, (past?.tokens ?? 0) + ids[0]!.length),
          };
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

/** rows x keep x vocabulary; a graph that cannot leave out the earlier positions gives all of them. */
function lastOf(logits: Tensor, keep: number): Float32Array {
  const data = logits.to('float32').data as Float32Array;
  const [rows = 0, given = 0, size = 0] = logits.dims;
  if (given === keep) return data;
  const out = new Float32Array(rows * keep * size);
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * given * size;
    out.set(data.subarray(end - keep * size, end), row * keep * size);
  }
  return out;
}

function inputs(ids: readonly (readonly number[])[], past: Past | null, keep: number) {
  const rows = ids.length;
  const width = ids[0]!.length;
  const before = past?.tokens ?? 0;
  const all = before + width;
  return {
    input_ids: int64(ids.flat(), [rows, width]),
    attention_mask: new Tensor('int64', new BigInt64Array(rows * all).fill(1n), [rows, all]),
    position_ids: int64(
      ids.flatMap(() => Array.from({ length: width }, (_, t) => before + t)),
      [rows, width],
    ),
    num_logits_to_keep: int64([keep], []),
    past_key_values: past ? (past as TensorPast).tensors : null,
  };
}

const int64 = (numbers: readonly number[], dims: number[]) =>
  new Tensor('int64', BigInt64Array.from(numbers, BigInt), dims);

interface TensorPast extends Past {
  readonly tensors: Tensors;
}

/** Tensors of rows x heads x tokens x size, keys and values of every layer. */
function createPast(tensors: Tensors, rows: number, tokens: number): TensorPast {
  const all = Object.values(tensors);
  const onGpu = () => all.filter(({ location }) => location === 'gpu-buffer');
  return {
    tensors,
    rows,
    tokens,
    async take(wanted, until) {
      const taken: Record<string, Tensor> = {};
      for (const [key, tensor] of Object.entries(tensors)) {
        const [, heads = 0, , size = 0] = tensor.dims;
        const data = await dataOf(tensor);
        taken[key] = new Tensor(tensor.type, rowsOf(data, wanted, heads, tokens, until, size), [
          wanted.length,
          heads,
          until,
          size,
        ]);
      }
      return createPast(taken, wanted.length, until);
    },
    free() {
      for (const tensor of onGpu()) tensor.dispose();
    },
  };
}

/** From the GPU a copy comes; the tensor itself stays there. */
async function dataOf(tensor: Tensor): Promise<Numbers> {
  if (tensor.location === 'cpu') return tensor.data as Numbers;
  const { ort_tensor } = tensor as unknown as {
    ort_tensor: { getData(release: boolean): Promise<Numbers> };
  };
  return ort_tensor.getData(false);
}

/** 32-bit floats, or 16-bit ones as browsers hold them. */
type Numbers = Float32Array | Uint16Array;

function rowsOf(
  data: Numbers,
  wanted: readonly number[],
  heads: number,
  tokens: number,
  until: number,
  size: number,
): Numbers {
  const make = data.constructor as new (length: number) => Numbers;
  const out = new make(wanted.length * heads * until * size);
  let at = 0;
  for (const row of wanted)
    for (let head = 0; head < heads; head++) {
      const from = (row * heads + head) * tokens * size;
      out.set(data.subarray(from, from + until * size), at);
      at += until * size;
    }
  return out;
}
