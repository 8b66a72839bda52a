import type { Operation, Row } from '../../src/engine/storage/types';
import type { DocumentId, DocumentRecord, Passage, PassageId } from '../../src/core/types';

/** A document id that looks like one: 64 hexadecimal digits that begin with `name`'s. */
export const documentId = (name: string): DocumentId =>
  [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0') as DocumentId;

export const documentRow = (
  name: string,
  change: Partial<DocumentRecord> = {},
): DocumentRecord => ({
  id: documentId(name),
  title: name,
  format: 'text',
  bytes: 10,
  paths: [`${name}.txt`],
  collection: 'default',
  added: 1,
  modified: null,
  date: null,
  pages: 0,
  passages: 1,
  characters: 10,
  warnings: [],
  stage: 'embedded',
  versions: { parser: 1, chunker: 1, embedder: 'fake' },
  ...change,
});

export const passageRow = (name: string, ordinal: number, text = 'Some words.'): Passage => ({
  id: `${documentId(name)}#${ordinal}` as PassageId,
  document: documentId(name),
  ordinal,
  start: 0,
  end: text.length,
  text,
  sentences: [[0, text.length]],
  headings: [],
  page: null,
  kind: 'prose',
  header: [],
  tokens: 2,
});

export const relationRow = (a: string, b: string): Row<'relations'> => ({
  a: passageRow(a, 0).id,
  b: passageRow(b, 0).id,
  documentA: documentId(a),
  documentB: documentId(b),
  sign: -1,
  weight: 0.9,
  spanA: [0, 4],
  spanB: [0, 4],
  textA: 'Some',
  textB: 'Some',
  forward: { entailment: 0, neutral: 0.1, contradiction: 0.9 },
  backward: { entailment: 0, neutral: 0.1, contradiction: 0.9 },
});

/** One row for every table, all of one document. */
export const everyTable = (name: string): Operation[] => {
  const id = documentId(name);
  const passage = passageRow(name, 0);
  return [
    { table: 'documents', put: documentRow(name) },
    {
      table: 'texts',
      put: {
        id,
        parsed: {
          title: name,
          text: 'Some words.',
          pages: [],
          headings: [],
          tables: [],
          date: null,
          warnings: [],
        },
      },
    },
    {
      table: 'files',
      put: { id, format: 'text', name: `${name}.txt`, bytes: Uint8Array.of(1, 2, 255).buffer },
    },
    { table: 'passages', put: passage },
    {
      table: 'vectors',
      put: {
        id: `${id}:fake:0`,
        document: id,
        embedder: 'fake',
        first: 0,
        count: 1,
        dimensions: 2,
        vectors: Float32Array.of(0.6, 0.8),
      },
    },
    {
      table: 'imports',
      put: {
        path: `${name}.txt`,
        bytes: 3,
        status: 'indexed',
        error: null,
        reason: null,
        document: id,
        collection: 'default',
        at: 1,
      },
    },
    { table: 'history', put: { id: `h-${name}`, answer: { id: `h-${name}` } as never } },
    {
      table: 'feedback',
      put: { target: `document:${id}`, value: 'good', given: 1, from: 'answer' },
    },
    { table: 'relations', put: relationRow(name, `${name}z`) },
    {
      table: 'judgements',
      put: { id: `j-${name}`, document: id, scores: Float32Array.of(0.5, 0.25, 0.25) },
    },
    {
      table: 'triples',
      put: {
        id: `${passage.id}/0` as never,
        passage: passage.id,
        document: id,
        head: 'Some',
        relation: 'are',
        tail: 'words',
        negated: false,
        sentence: [0, 11],
        extractor: 'rules@1',
      },
    },
    { table: 'values', put: { id: `v-${name}`, value: { deep: [1, 'two'] } } },
  ];
};
