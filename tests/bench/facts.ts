/**
 *   npx tsx tests/bench/facts.ts
 *
 * Speed of the rule-based extraction in words and triples per second, of the name index, and of the
 * beam search alone (no model): over the sample library's texts, repeated.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { noPause } from '../../src/core/cancel';
import { splitSentences } from '../../src/core/lib/sentences';
import { createRandom } from '../../src/core/lib/random';
import { buildChains } from '../../src/core/reasoning/chains';
import { mostReliable } from '../../src/core/reasoning/reliability';
import { softmax } from '../../src/core/reasoning/chain-selector';
import { defaultSettings } from '../../src/core/settings';
import { createEnglish } from '../../src/core/triples/english';
import { createNameIndex } from '../../src/core/triples/names';
import { openFacts } from '../../src/core/triples/openie';
import type { PassageId, Triple } from '../../src/core/types';
import { machine, measure } from './measure';

const folder = new URL('../../public/sample/', import.meta.url);
const paragraphs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:md|txt)$/.test(name))
  .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/\n\s*\n/))
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text.length > 80)
  .map((text) => ({ text, sentences: splitSentences(text) }));
const words = paragraphs.reduce((sum, p) => sum + p.text.split(' ').length, 0);

console.log(machine());
const started = performance.now();
const english = createEnglish();
console.log(`language libraries ready after ${(performance.now() - started).toFixed(0)} ms`);

const tokens = paragraphs.reduce((sum, p) => sum + english.tag(p.text).length, 0);
const extract = measure([paragraphs], (all) =>
  all.flatMap((p) => openFacts(p.text, p.sentences, 'Orrin Skerry', english)),
);
const facts = extract.results[0]!;
const perSecond = (n: number): string =>
  Math.round((1000 * n) / extract.median).toLocaleString('en');
console.log(
  `extraction: ${paragraphs.length} passages, ${words} words, ${facts.length} triples in ${extract.median.toFixed(0)} ms: ` +
    `${perSecond(words)} words/s, ${perSecond(tokens)} tokens/s, ${perSecond(facts.length)} triples/s`,
);

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
