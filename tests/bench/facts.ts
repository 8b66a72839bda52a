/**
 *   npx tsx tests/bench/facts.ts
 *
 * Speed of the rule-based extraction over the sample library's texts in words, tokens and triples per
 * second, in Node and in a worker of the page (Chromium); of the name index, and of the beam search
 * alone (no model).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { noPause } from '../../src/core/cancel';
import { createRandom } from '../../src/core/lib/random';
import { buildChains } from '../../src/core/reasoning/chains';
import { mostReliable } from '../../src/core/reasoning/reliability';
import { softmax } from '../../src/core/reasoning/chain-selector';
import { defaultSettings } from '../../src/core/settings';
import { createNameIndex } from '../../src/core/triples/names';
import type { PassageId, Triple } from '../../src/core/types';
import { withProfile } from '../e2e/support/browser';
import { extractAll, type Extraction } from './facts-extraction';
import { machine } from './measure';

const folder = new URL('../../public/sample/', import.meta.url);
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:md|txt)$/.test(name))
  .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/\n\s*\n/))
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text.length > 80);

console.log(machine());
const own = extractAll(texts);
tell('Node', own);
tell('a worker of the page', await inWorker());
const { facts } = own;

function tell(where: string, { passages, words, tokens, facts, readyMs, ms }: Extraction): void {
  const perSecond = (n: number): string => Math.round((1000 * n) / ms).toLocaleString('en');
  console.log(
    `extraction in ${where}: ${passages} passages, ${words} words, ${facts.length} triples in ${ms.toFixed(0)} ms: ` +
      `${perSecond(words)} words/s, ${perSecond(tokens)} tokens/s, ${perSecond(facts.length)} triples/s; ` +
      `language libraries ready after ${readyMs.toFixed(0)} ms`,
  );
}

async function inWorker(): Promise<Extraction> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const server = await createServer({ root, server: { port: 4612 }, logLevel: 'error' });
  await server.listen();
  try {
    return await withProfile(async (context) => {
      const page = await context.newPage();
      await page.goto(`${server.resolvedUrls!.local[0]!}tests/ui/harness.html`);
      return await page.evaluate(
        (all) =>
          new Promise<Extraction>((resolve, reject) => {
            const worker = new Worker('/tests/bench/facts-worker.ts', { type: 'module' });
            worker.onmessage = ({ data }) => resolve(data as Extraction);
            worker.onerror = ({ message }) => reject(new Error(message));
            worker.postMessage(all);
          }),
        texts,
      );
    });
  } finally {
    await server.close();
  }
}

const copies = 100;
const triples = Array.from({ length: copies }, (_, c) =>
  facts.map((f, n): Triple => ({
    ...f,
    id: `d${c}#0/${n}` as Triple['id'],
    passage: `d${c}#0` as PassageId,
    document: `d${c}` as Triple['document'],
    // Other names in each copy, or there would be few to index.
    head: `${f.head} ${c}`,
    sentence: [0, 1],
    extractor: 'bench',
  })),
).flat();
const before = performance.now();
await createNameIndex([], triples, noPause);
console.log(
  `name index: ${triples.length} triples in ${(performance.now() - before).toFixed(0)} ms`,
);

const random = createRandom(1);
const scores = Array.from({ length: 120 }, () => random());
const times: number[] = [];
for (let run = 0; run < 7; run++) {
  const begin = performance.now();
  await buildChains(
    {
      offers: (chain) =>
        Promise.resolve(
          mostReliable(
            scores.map((reliability, triple) => ({ triple, reliability })),
            chain.triples,
            () => false,
            20,
          ),
        ),
      choose: (chain, offers) =>
        Promise.resolve(
          softmax([
            chain.triples.length === 0 ? -Infinity : 0.5,
            ...offers.map((o) => o.reliability),
          ]),
        ),
    },
    defaultSettings.chains,
  );
  times.push(performance.now() - begin);
}
times.sort((a, b) => a - b);
console.log(
  `beam search, 120 triples, paper's widths: min ${times[0]!.toFixed(1)} ms, median ${times[3]!.toFixed(1)} ms`,
);
