import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createModels } from '../../../src/engine/models/models';
import { apart, windowsOf } from '../../../src/engine/models/reader';
import {
  createMapFiles,
  createTinyRuntime,
  tinyFolders,
  tinyWords,
  type Compute,
  type TinyOptions,
} from '../../support/tiny-models';

const never = new AbortController().signal;
const id = (word: string) => BigInt(5 + words.indexOf(word));
const words = [...tinyWords, 'zu', '##rich', 'nord', '-', '?', 'x', 'y'];

/** A start is worth what `starts` says of its word, an end likewise; "no answer" is worth 1 + 1. */
function reader(starts: Record<string, number>, ends: Record<string, number>): Compute {
  const of = (table: Record<string, number>) => {
    const byId = new Map(Object.entries(table).map(([word, value]) => [id(word), value]));
    return ({ ids, types, width }: Parameters<Compute>[0]) =>
      Float32Array.from(ids, (token, i) =>
        i % width === 0 ? 1 : types[i] === 1n ? (byId.get(token) ?? -5) : 50,
      );
  };
  return (batch) => ({ start_logits: of(starts)(batch), end_logits: of(ends)(batch) });
}

async function tiny(compute: Compute, options: TinyOptions = {}) {
  const files = createMapFiles(await tinyFolders({ words, ...options }));
  const runtime = createTinyRuntime(files, compute);
  return { models: createModels({ runtime }), runtime };
}

describe('read', () => {
  it('scores a span by start + end minus "no answer", and quotes the context exactly', async () => {
    const { models } = await tiny(reader({ c: 4 }, { d: 3 }));
    const context = 'a  b. Ç – d!';
    const [spans] = await models.read('a ?', [context], 1, never);
    expect(spans).toEqual([{ text: 'Ç – d', start: 6, end: 11, score: 4 + 3 - 2 }]);
    expect(context.slice(6, 11)).toBe('Ç – d');
  });

  it('never answers with a part of a word, nor with a lone full stop', async () => {
    const { models } = await tiny(
      reader({ '##rich': 9, zu: 3, '.': 9 }, { zu: 9, '##rich': 2, '.': 9 }),
    );
    const [spans] = await models.read('a', ['a Zürich.'], 3, never);
    expect(spans?.[0]).toMatchObject({ text: 'Zürich.', score: 3 + 9 - 2 });
    expect(spans?.map(({ text }) => text)).not.toContain('.');
    for (const { text } of spans ?? []) expect(['Zü', 'rich']).not.toContain(text);
  });

  it('gives as many spans as asked, best first, none overlapping', async () => {
    const { models } = await tiny(reader({ a: 1, c: 5 }, { b: 2, d: 6 }));
    const [spans = []] = await models.read('x', ['a b . c d'], 2, never);
    expect(spans.map(({ text }) => text)).toEqual(['c d', 'a b']);
  });

  it('finds the answer at the far end of a long context, once, with its own offset', async () => {
    const { models, runtime } = await tiny(reader({ x: 7 }, { y: 7 }), {
      card: () => ({ maxTokens: 150 }),
    });
    const context = `${'a b c '.repeat(100)}x y ${'b '.repeat(3)}`;
    const [spans = []] = await models.read('d', [context], 1, never);
    expect(spans).toEqual([{ text: 'x y', start: 600, end: 603, score: 12 }]);
    expect(runtime.seen.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(2);
  });

  it('reads several contexts, keeps their order, and gives nothing for an empty one', async () => {
    const { models } = await tiny(reader({ c: 4 }, { c: 4 }));
    const all = await models.read('a', ['', 'a b', 'a b c', ' \n'], 1, never);
    expect(all.map((spans) => spans.map(({ text }) => text))).toEqual([[], ['a'], ['c'], []]);
  });

  it('gives a probability when the card has a calibration', async () => {
    const { models } = await tiny(reader({ c: 2 }, { c: 2 }), {
      card: () => ({ logistic: { slope: 0.5, offset: -1 } }),
    });
    const [[span] = []] = await models.read('a', ['c'], 1, never);
    // Score 2 + 2 - 2 = 2; 0.5 * 2 - 1 = 0.
    expect(span).toMatchObject({ score: 2, probability: 0.5 });
  });
});

describe('windows', () => {
  it('cover every piece, none longer than the room, neighbours overlapping', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.integer({ min: 129, max: 400 }), (length, room) => {
        const windows = windowsOf(0, length, room);
        if (length === 0) {
          expect(windows).toEqual([]);
          return;
        }
        expect(windows[0]?.from).toBe(0);
        expect(windows.at(-1)?.to).toBe(length);
        windows.forEach(({ from, to }, i) => {
          expect(to - from).toBeLessThanOrEqual(room);
          if (i > 0) expect((windows[i - 1]?.to ?? 0) - from).toBeGreaterThanOrEqual(128);
        });
      }),
    );
  });
});

describe('spans apart', () => {
  const span = fc
    .record({
      start: fc.nat(20),
      length: fc.integer({ min: 1, max: 6 }),
      score: fc.integer({ min: -5, max: 5 }),
    })
    .map(({ start, length, score }) => ({ text: 'x', start, end: start + length, score }));

  it('are what taking the best free one again and again gives', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.nat(5), (spans, most) => {
        const twin: typeof spans = [];
        let left = spans.slice();
        while (twin.length < most && left.length > 0) {
          const best = left.reduce((a, b) =>
            b.score > a.score ||
            (b.score === a.score && (b.start < a.start || (b.start === a.start && b.end < a.end)))
              ? b
              : a,
          );
          twin.push(best);
          left = left.filter((s) => s.end <= best.start || s.start >= best.end);
        }
        expect(apart(spans, most)).toEqual(twin);
      }),
    );
  });
});
