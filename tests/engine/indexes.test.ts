import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noPause } from '../../src/core/cancel';
import { createRandom } from '../../src/core/lib/random';
import { normalised } from '../../src/core/passages/vectors';
import { defaultSettings } from '../../src/core/settings';
import { createFakeModels } from '../../src/engine/models/fake';
import { fillIndexes } from '../../src/engine/pipeline/fill';
import { createIndexes } from '../../src/engine/pipeline/indexes';
import { createMemoryStore } from '../../src/engine/storage/memory';
import { documentId, documentRow, passageRow } from '../support/rows';

const create = () => createIndexes(() => defaultSettings);
const vectorsOf = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat());

describe('indexes', () => {
  it('find passages by vector and by word', () => {
    const indexes = create();
    indexes.add(
      documentRow('lease'),
      [passageRow('lease', 0, 'The rent is due.'), passageRow('lease', 1, 'Cats are allowed.')],
      vectorsOf([1, 0], [0, 1]),
    );
    expect([indexes.size, indexes.dimensions]).toEqual([2, 2]);
    const [best] = indexes.dense(Float32Array.of(0.1, 0.9), 1);
    expect(indexes.passage(best!.index).text).toBe('Cats are allowed.');
    const [found] = indexes.sparse('rents', 5);
    expect(indexes.passage(found!.index).text).toBe('The rent is due.');
    expect([...indexes.vector(found!.index)]).toEqual([1, 0]);
    expect(indexes.indexOf(passageRow('lease', 1).id)).toBe(best!.index);
    expect(indexes.passagesOf(documentId('lease'))).toEqual([0, 1]);
    expect(indexes.document(documentId('lease'))!.title).toBe('lease');
  });

  it('find a passage by the title of its document', () => {
    const indexes = create();
    indexes.add(documentRow('handbook'), [passageRow('handbook', 0, 'Rest.')], vectorsOf([1, 0]));
    expect(indexes.sparse('handbook', 5)).toHaveLength(1);
  });

  it('only look at what is allowed', () => {
    const indexes = create();
    for (const name of ['a', 'b'])
      indexes.add(documentRow(name), [passageRow(name, 0, 'Words.')], vectorsOf([1, 0]));
    const allowed = (index: number): boolean => indexes.passage(index).document === documentId('b');
    expect(indexes.dense(Float32Array.of(1, 0), 9, allowed).map((hit) => hit.index)).toEqual([1]);
    expect(indexes.sparse('words', 9, allowed).map((hit) => hit.index)).toEqual([1]);
  });

  it('never find a removed document, and never give its numbers to another', () => {
    const indexes = create();
    indexes.add(documentRow('a'), [passageRow('a', 0, 'Words.')], vectorsOf([1, 0]));
    indexes.remove(documentId('a'));
    indexes.add(documentRow('b'), [passageRow('b', 0, 'Words.')], vectorsOf([1, 0]));
    expect(indexes.dense(Float32Array.of(1, 0), 9).map((hit) => hit.index)).toEqual([1]);
    expect(indexes.sparse('words', 9).map((hit) => hit.index)).toEqual([1]);
    expect([indexes.live(0), indexes.live(1), indexes.live(7)]).toEqual([false, true, false]);
    expect(() => indexes.passage(0)).toThrow(expect.objectContaining({ name: 'NotFound' }));
    expect(() => indexes.vector(0)).toThrow(expect.objectContaining({ name: 'NotFound' }));
    expect(indexes.indexOf(passageRow('a', 0).id)).toBe(-1);
    expect(indexes.passagesOf(documentId('a'))).toEqual([]);
    indexes.remove(documentId('a'));
    expect(indexes.size).toBe(1);
  });

  it('replace a document that is added again, and follow its record', () => {
    const indexes = create();
    indexes.add(documentRow('a'), [passageRow('a', 0, 'Old.')], vectorsOf([1, 0]));
    indexes.add(documentRow('a'), [passageRow('a', 0, 'New.')], vectorsOf([0, 1]));
    expect(indexes.size).toBe(1);
    expect(indexes.sparse('old', 5)).toEqual([]);
    indexes.update(documentRow('a', { collection: 'other' }));
    expect(indexes.document(documentId('a'))!.collection).toBe('other');
    indexes.update(documentRow('stranger'));
    expect(indexes.documents()).toHaveLength(1);
  });

  it('take vectors of another length once they are empty, and refuse to mix', () => {
    const indexes = create();
    indexes.add(documentRow('a'), [passageRow('a', 0)], vectorsOf([1, 0]));
    expect(() => indexes.add(documentRow('b'), [passageRow('b', 0)], vectorsOf([1, 0, 0]))).toThrow(
      'vectors of 3 dimensions to an index of 2',
    );
    expect(() => indexes.add(documentRow('b'), [passageRow('b', 0)], vectorsOf([]))).toThrow();
    indexes.clear();
    indexes.add(documentRow('b'), [passageRow('b', 0)], vectorsOf([1, 0, 0]));
    expect([indexes.size, indexes.dimensions]).toEqual([1, 3]);
  });

  it('are empty at first, and take a document without passages', () => {
    const indexes = create();
    expect([indexes.size, indexes.dimensions]).toEqual([0, 0]);
    expect(indexes.dense(Float32Array.of(1), 5)).toEqual([]);
    expect(indexes.sparse('words', 5)).toEqual([]);
    indexes.add(documentRow('a'), [], new Float32Array());
    expect(indexes.documents()).toHaveLength(1);
  });

  it('answer after any adding and removing as if only what is left had been added', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 3 })), {
          maxLength: 12,
        }),
        (steps) => {
          const random = createRandom(steps.length);
          const left = new Map<string, { count: number; vectors: Float32Array }>();
          const indexes = create();
          const passagesFor = (name: string, count: number) =>
            Array.from({ length: count }, (_, i) => passageRow(name, i, `${name}${i} words`));
          for (const [name, count] of steps) {
            if (count === 0) {
              indexes.remove(documentId(name));
              left.delete(name);
            } else {
              const rows = Array.from({ length: count }, () =>
                normalised(Float32Array.of(random(), random(), random())),
              );
              const vectors = vectorsOf(...rows.map((row) => [...row]));
              indexes.add(documentRow(name), passagesFor(name, count), vectors);
              left.set(name, { count, vectors });
            }
          }
          const fresh = create();
          for (const [name, { count, vectors }] of left)
            fresh.add(documentRow(name), passagesFor(name, count), vectors);
          const texts = (from: typeof indexes, hits: readonly { index: number }[]) =>
            hits.map(({ index }) => from.passage(index).text).sort();
          const query = Float32Array.of(1, 2, 3);
          expect(texts(indexes, indexes.dense(query, 3))).toEqual(
            texts(fresh, fresh.dense(query, 3)),
          );
          expect(texts(indexes, indexes.sparse('words', 99))).toEqual(
            texts(fresh, fresh.sparse('words', 99)),
          );
          expect(indexes.size).toBe(fresh.size);
        },
      ),
    );
  });
});

describe('fillIndexes', () => {
  it('loads complete documents of the present embedder and gives the rest back', async () => {
    const store = createMemoryStore();
    const versions = { parser: 1, chunker: 1, embedder: 'fake@1 fp32' };
    const put = async (name: string, change: object, rows: number): Promise<void> => {
      const document = documentId(name);
      await store.batch([
        { table: 'documents', put: documentRow(name, { versions, ...change }) },
        { table: 'passages', put: passageRow(name, 0) },
        {
          table: 'vectors',
          put: {
            id: `${document}:fake@1 fp32:0`,
            document,
            embedder: 'fake@1 fp32',
            first: 0,
            count: rows,
            dimensions: 2,
            vectors: new Float32Array(2 * rows).fill(0.7),
          },
        },
      ]);
    };
    await put('whole', {}, 1);
    await put('parsed', { stage: 'parsed' }, 1);
    await put('other', { versions: { ...versions, embedder: 'other@1 q8' } }, 1);
    await put('torn', {}, 0);
    const indexes = create();
    const left = await fillIndexes(store, indexes, createFakeModels(), noPause);
    expect(indexes.documents().map(({ title }) => title)).toEqual(['whole']);
    expect(indexes.size).toBe(1);
    expect(left.map(({ title }) => title).sort()).toEqual(['other', 'parsed', 'torn']);
  });
});
