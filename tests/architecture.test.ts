import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** In the order in which data flows: a room may use itself and the rooms before it. */
const rooms = [
  'types',
  'errors',
  'cancel',
  'settings',
  'lib',
  'documents',
  'passages',
  'triples',
  'trust',
  'context',
  'reasoning',
  'answer',
  'evaluation',
];

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((f) => /\.tsx?$/.test(f));

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => m[1]!);

test('rooms of core look only upstream', () => {
  const room = (path: string) => rooms.indexOf(path.split('/')[0]!.replace(/\.ts$/, ''));
  const wrong: string[] = [];
  for (const file of sources('src/core'))
    for (const path of importsOf(join('src/core', file)).filter((p) => p.startsWith('.'))) {
      const target = normalize(join(dirname(file), path));
      if (room(target) < 0 || room(target) > room(file)) wrong.push(`${file} -> ${target}`);
    }
  expect(wrong).toEqual([]);
});

test('the page knows the contract and not the engine', () => {
  const wrong = sources('src/ui').flatMap((file) =>
    importsOf(join('src/ui', file))
      .filter((path) => /(?:^|\/)engine\//.test(path))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('a worker is an entry', () => {
  for (const file of sources('workers'))
    expect(readFileSync(join('workers', file), 'utf8').split('\n').length, file).toBeLessThan(40);
});
