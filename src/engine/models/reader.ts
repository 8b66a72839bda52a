import type { ReaderSpan } from '../../core/types';
import { inBatches, pair } from './batch';
import type { Loaded } from './embedder';
import { pieces, type Pieces } from './pieces';

/** Tokens of the question that are read. */
const questionTokens = 64;
/** Tokens that two neighbouring windows of a long context share (BERT, section 4.2 code: stride 128). */
const overlapTokens = 128;
/** Longest answer in tokens (BERT's SQuAD code: 30). */
const answerTokens = 30;
/** Starts and ends that are combined per window (BERT's SQuAD code: 20). */
const bestEnds = 20;

/** A lone full stop answers nothing. */
const says = /[\p{L}\p{N}]/u;

interface Window {
  readonly context: number;
  /** Pieces `[from, to)` of the context. */
  readonly from: number;
  readonly to: number;
}

/**
 * Extractive answers (BERT, section 4.2 and 4.3: a span's score is start + end logit minus those of
 * [CLS], which stands for "no answer"). Per context the best spans that do not overlap, best first;
 * each is whole words, `text` equals `context.slice(start, end)`. A context longer than the model
 * is read in overlapping windows.
 */
export async function read(
  { card, tokens, session }: Loaded,
  question: string,
  contexts: readonly string[],
  spans: number,
  signal: AbortSignal,
): Promise<readonly (readonly ReaderSpan[])[]> {
  const asked = tokens.encode(question).slice(0, questionTokens);
  const room = card.maxTokens - 2 - tokens.between.length - asked.length;
  const texts = contexts.map((context) => pieces(context, tokens));
  const windows = texts.flatMap(({ ids }, context) => windowsOf(context, ids.length, room));
  const rows = windows.map(({ context, from, to }) =>
    pair(tokens, asked, (texts[context] as Pieces).ids.slice(from, to)),
  );
  const found: ReaderSpan[][] = contexts.map(() => []);
  await inBatches(rows, tokens.pad, signal, async (batch, positions) => {
    const { start_logits: starts, end_logits: ends } = await session.run(batch);
    if (!starts || starts.length !== batch.rows * batch.width || ends?.length !== starts.length)
      throw new Error(`The reader gave ${starts?.length} numbers for ${batch.rows} passages.`);
    positions.forEach((position, r) => {
      const window = windows[position] as Window;
      const row = (logits: Float32Array) => logits.subarray(r * batch.width, (r + 1) * batch.width);
      found[window.context]?.push(
        ...spansOf(
          window,
          texts[window.context] as Pieces,
          contexts[window.context] as string,
          row(starts),
          row(ends),
          asked.length + 1 + tokens.between.length,
        ),
      );
    });
  });
  const { logistic } = card;
  return found.map((all) =>
    apart(all, spans).map((span) =>
      logistic
        ? {
            ...span,
            probability: 1 / (1 + Math.exp(-(logistic.slope * span.score + logistic.offset))),
          }
        : span,
    ),
  );
}

/** `room` pieces each, the last one full where possible, neighbours sharing `overlapTokens`. */
export function windowsOf(context: number, length: number, room: number): readonly Window[] {
  if (length === 0) return [];
  if (length <= room) return [{ context, from: 0, to: length }];
  const step = Math.max(1, room - overlapTokens);
  const windows: Window[] = [];
  for (let from = 0; ; from += step) {
    if (from + room >= length) return [...windows, { context, from: length - room, to: length }];
    windows.push({ context, from, to: from + room });
  }
}

function spansOf(
  { from, to }: Window,
  { starts, ends, opens }: Pieces,
  context: string,
  startLogits: Float32Array,
  endLogits: Float32Array,
  offset: number,
): ReaderSpan[] {
  const none = (startLogits[0] as number) + (endLogits[0] as number);
  const closes = (t: number) => t + 1 >= opens.length || opens[t + 1] === true;
  const first = best(
    from,
    to,
    (t) => opens[t] === true,
    (t) => startLogits[offset + t - from] as number,
  );
  const last = best(from, to, closes, (t) => endLogits[offset + t - from] as number);
  const spans: ReaderSpan[] = [];
  for (const s of first)
    for (const e of last) {
      if (e < s || e - s >= answerTokens) continue;
      const start = starts[s] as number;
      const end = ends[e] as number;
      const score =
        (startLogits[offset + s - from] as number) +
        (endLogits[offset + e - from] as number) -
        none;
      const text = context.slice(start, end);
      if (says.test(text)) spans.push({ text, start, end, score });
    }
  return spans;
}

/** The `bestEnds` positions in `[from, to)` that are allowed, by value. */
function best(
  from: number,
  to: number,
  allowed: (t: number) => boolean,
  value: (t: number) => number,
): number[] {
  const positions: number[] = [];
  for (let t = from; t < to; t++) if (allowed(t)) positions.push(t);
  return positions.sort((a, b) => value(b) - value(a) || a - b).slice(0, bestEnds);
}

/** Best first, each overlapping none that is better. */
export function apart(spans: readonly ReaderSpan[], most: number): ReaderSpan[] {
  const kept: ReaderSpan[] = [];
  const order = [...spans].sort((a, b) => b.score - a.score || a.start - b.start || a.end - b.end);
  for (const span of order) {
    if (kept.length >= most) break;
    if (kept.every((other) => span.end <= other.start || span.start >= other.end)) kept.push(span);
  }
  return kept;
}
