import { createRandom } from '../../../core/lib/random';
import { breathe } from '../../breathe';
import type { PromptForm, WriteOptions, Writer } from '../types';
import type { CausalSession, Past } from './causal';
import { createPrefixes } from './prefixes';
import { drawToken, logSumExp } from './sample';
import { createStopFilter, goesRound } from './stops';
import { createTextStream, type WriterTokens } from './tokens';

export interface WriterParts {
  readonly session: CausalSession;
  readonly tokens: WriterTokens;
  /** What the model reads and writes together, in tokens. */
  readonly window: number;
}

export interface LocalWriter extends Writer {
  /** Tokens read and written since it was made: what was shared with an earlier prompt is not read again. */
  readonly counts: { readonly read: number; readonly written: number };
  dispose(): Promise<void>;
}

/** Tokens read between two looks at the signal: a fifth of a second on one thread of WebAssembly. */
const readAtOnce = 64;
/** Samples are drawn at this temperature where none is given. */
const sampleTemperature = 0.8;

/**
 * Writes with a language model, token by token. Before every pass it lets messages in, so that an
 * abort is seen within one token; prompts that begin alike are read once.
 */
export function createLocalWriter({ session, tokens, window }: WriterParts): LocalWriter {
  const prefixes = createPrefixes(window);
  const counts = { read: 0, written: 0 };

  async function forward(
    ids: readonly (readonly number[])[],
    past: Past | null,
    signal: AbortSignal,
  ): Promise<{ logits: readonly Float32Array[]; past: Past }> {
    await breathe();
    signal.throwIfAborted();
    const out = await session.forward(ids, past, 1);
    const size = out.logits.length / ids.length;
    return {
      past: out.past,
      logits: ids.map((_, row) => out.logits.subarray(row * size, (row + 1) * size)),
    };
  }

  /** Reads a prompt in pieces; what an earlier one shares with it is taken from there. */
  async function readPrompt(ids: readonly number[], signal: AbortSignal) {
    let past = await prefixes.longest(ids, ids.length - 1);
    let logits: readonly Float32Array[] = [];
    for (let at = past?.tokens ?? 0; at < ids.length; at += readAtOnce) {
      const piece = ids.slice(at, at + readAtOnce);
      const before = past;
      const out = await forward([piece], before, signal).catch((error: unknown) => {
        before?.free();
        throw error;
      });
      before?.free();
      ({ past, logits } = out);
      counts.read += piece.length;
    }
    prefixes.keep(ids, await past!.take([0], ids.length));
    return { past: past!, logits: logits[0]! };
  }

  function idsOf(prompt: string, form: PromptForm, reply: number) {
    const ids = tokens.prompt(prompt, form, window - reply);
    if (ids.length === 0) throw new Error('The prompt is empty.');
    return ids;
  }

  /** Writes one reply a row, all rows behind the same prompt. */
  async function write(
    prompt: string,
    rows: number,
    options: WriteOptions,
    onText: (row: number, text: string) => void,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { temperature = 0, topP = 1, seed = 1, stop = [] } = options;
    const most = Math.max(1, Math.min(options.maxTokens, window >> 1));
    const first = await readPrompt(idsOf(prompt, options, most), signal);
    const replies = Array.from({ length: rows }, (_, row) =>
      createReply(tokens, stop, createRandom(seed + row), (text) => onText(row, text)),
    );
    let open = replies.map((_, row) => row);
    let past = await first.past.take(
      open.map(() => 0),
      first.past.tokens,
    );
    first.past.free();
    let logits: readonly Float32Array[] = open.map(() => first.logits);
    try {
      for (let n = 0; ; n++) {
        const drawn = open.map((row, k) => {
          const reply = replies[row]!;
          return reply.add(drawToken(logits[k]!, { temperature, topP }, reply.random));
        });
        counts.written += open.length;
        const going = open.flatMap((_, k) => (drawn[k] === null || n + 1 >= most ? [] : [k]));
        if (going.length === 0) break;
        if (going.length < open.length) {
          const fewer = await past.take(going, past.tokens);
          past.free();
          past = fewer;
        }
        open = going.map((k) => open[k]!);
        const next = going.map((k) => [drawn[k]!]);
        const out = await forward(next, past, signal);
        past.free();
        ({ past, logits } = out);
      }
    } finally {
      past.free();
    }
    return replies.map((reply) => reply.end());
  }

  return {
    counts,
    async generate(prompt, options, onToken, signal) {
      signal.throwIfAborted();
      const [text] = await write(prompt, 1, options, (_, piece) => onToken(piece), signal);
      return text!;
    },
    async sample(prompt, n, options, signal) {
      signal.throwIfAborted();
      if (n <= 0) return [];
      const { temperature = sampleTemperature } = options;
      return write(prompt, n, { ...options, temperature }, () => {}, signal);
    },
    async choose(prompt, options, signal, form = {}) {
      signal.throwIfAborted();
      if (options.length === 0) return new Float32Array();
      const ids = options.map((option) => tokens.encode(option));
      const empty = ids.findIndex((option) => option.length === 0);
      if (empty >= 0) throw new Error(`Option ${empty + 1} of ${options.length} is empty.`);
      const longest = Math.max(...ids.map((option) => option.length));
      const { past, logits } = await readPrompt(idsOf(prompt, form, longest), signal);
      try {
        const scores = ids.map(([id]) => logits[id!]! - logSumExp(logits));
        if (longest > 1) await addLaterTokens(scores, ids, past, signal);
        return softmax(scores);
      } finally {
        past.free();
      }
    },
    async dispose() {
      prefixes.clear();
      await session.dispose();
    },
  };

  /** Options of several tokens: all of them in one more pass, as rows behind the prompt. */
  async function addLaterTokens(
    scores: number[],
    options: readonly (readonly number[])[],
    past: Past,
    signal: AbortSignal,
  ): Promise<void> {
    const width = Math.max(...options.map((option) => option.length)) - 1;
    // What stands behind the end of a shorter option is read after it, and changes nothing of it.
    const rows = options.map((option) =>
      Array.from({ length: width }, (_, t) => option[Math.min(t, option.length - 1)]!),
    );
    await breathe();
    signal.throwIfAborted();
    const repeated = await past.take(
      rows.map(() => 0),
      past.tokens,
    );
    const out = await session.forward(rows, repeated, width);
    repeated.free();
    out.past.free();
    const size = out.logits.length / (rows.length * width);
    options.forEach((option, row) => {
      for (let t = 1; t < option.length; t++) {
        const at = (row * width + t - 1) * size;
        const logits = out.logits.subarray(at, at + size);
        scores[row]! += logits[option[t]!]! - logSumExp(logits);
      }
    });
  }
}

/** One reply while it is written. */
function createReply(
  tokens: WriterTokens,
  stop: readonly string[],
  random: () => number,
  onText: (text: string) => void,
) {
  const stream = createTextStream(tokens.decode);
  const filter = createStopFilter(stop);
  let text = '';
  const tell = (piece: string) => {
    text += piece;
    if (piece !== '') onText(piece);
  };
  return {
    random,
    /** The token, or null when the reply ends with it. */
    add(id: number): number | null {
      if (tokens.ends.has(id)) return null;
      tell(filter.push(stream.push(id)));
      return filter.stopped || goesRound(text) ? null : id;
    },
    end(): string {
      tell(filter.push(stream.end()));
      tell(filter.end());
      return text;
    },
  };
}

function softmax(scores: readonly number[]): Float32Array {
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const sum = weights.reduce((a, b) => a + b, 0);
  return Float32Array.from(weights, (w) => w / sum);
}
