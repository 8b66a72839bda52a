/**
 * How good the rule-based extraction is, on the gold evidence triples of 2WikiMultiHopQA.
 *
 *   npx tsx tests/eval/triples.ts             held-out set (2wiki)
 *   npx tsx tests/eval/triples.ts 2wiki_train the set that the rules were tuned on
 *   npx tsx tests/eval/triples.ts 2wiki missed 40    what was missed
 *   npx tsx tests/eval/triples.ts sample 200 7       triples to be read by eye, seed 7
 */
import { createRandom, shuffled } from '../../src/core/lib/random';
import { entityKey } from '../../src/core/triples/entities';
import { createEnglish } from '../../src/core/triples/english';
import { openFacts, type SentenceFact } from '../../src/core/triples/openie';
import { percent, readSet, report, type FactPassage } from './facts-data';

/** Words of a relation that can state a gold relation, in either direction. */
const compatible: Readonly<Record<string, RegExp>> = {
  director: /direct|film by|movie by|made by/,
  'date of birth': /born/,
  'date of death': /died|death|killed|murdered|assassinated|executed/,
  'place of birth': /born|native/,
  'place of death': /died|death|killed/,
  father: /father|son|daughter|child/,
  mother: /mother|son|daughter|child/,
  child: /father|mother|son|daughter|child/,
  spouse: /wife|husband|married|widow|spouse|consort|queen|wed/,
  sibling: /brother|sister|sibling/,
  'country of citizenship': /\b(?:is|was|were|are|be)\b/,
  country: /\b(?:is|was|are|were|in)\b|located/,
  'country of origin': /\b(?:is|was)\b/,
  'publication date': /releas|publish|premier|\b(?:is|was) an?\b|dates|came out|issued/,
  inception: /found|establish|form|start|launch|creat|\b(?:is|was)\b/,
  performer: /\bby\b|perform|record|sung|sang|releas|song|singer|album|single/,
  composer: /compos|music|score|soundtrack|written/,
  producer: /produc/,
  publisher: /publish/,
  employer: /work|employ|professor|taught|serv/,
  'founded by': /found|establish|creat/,
  'educated at': /educat|stud|graduat|attend|school|college/,
  'award received': /award|won|receiv|prize/,
  'cause of death': /died|death|killed|of\b/,
};

const [, , set = '2wiki', action = '', count = '40'] = process.argv;
const english = createEnglish();
const factsOf = (p: FactPassage): SentenceFact[] =>
  openFacts(p.text, p.sentences, p.title, english);

if (set === 'sample') sample(Number(action || 200), Number(count));
else measure(set, action === 'missed' ? Number(count) : 0);

function measure(name: string, show: number): void {
  const rows = readSet(name);
  const tally = new Map<string, { gold: number; stated: number; paired: number; found: number }>();
  const missed: string[] = [];
  const started = performance.now();
  let triples = 0;
  let words = 0;
  const extracted = new Map<string, SentenceFact[]>();
  for (const row of rows)
    for (const p of row.passages) {
      const facts = factsOf(p);
      extracted.set(`${p.title}\n${p.text}`, facts);
      triples += facts.length;
      words += p.text.split(/\s+/).length;
    }
  const seconds = (performance.now() - started) / 1000;
  for (const row of rows)
    for (const gold of row.triples) {
      const [head, relation] = gold;
      const tail = spokenDate(gold[2]);
      const line = tally.get(relation) ?? { gold: 0, stated: 0, paired: 0, found: 0 };
      tally.set(relation, line);
      line.gold++;
      const stating = row.passages.filter((p) => states(p, head, tail));
      if (stating.length === 0) continue;
      line.stated++;
      const pairs = stating.flatMap((p) =>
        (extracted.get(`${p.title}\n${p.text}`) ?? []).filter((f) => pairsUp(f, head, tail)),
      );
      if (pairs.length > 0) line.paired++;
      const pattern = compatible[relation] ?? /./;
      if (pairs.some((f) => pattern.test(`${f.relation} ${f.tail}`))) line.found++;
      else missed.push(`${gold.join(' | ')}\n    ${stating.map((p) => p.text).join('\n    ')}`);
    }
  const total = { gold: 0, stated: 0, paired: 0, found: 0 };
  for (const line of tally.values())
    for (const key of ['gold', 'stated', 'paired', 'found'] as const) total[key] += line[key];
  const text = [
    `Gold evidence triples of ${name}: ${rows.length} questions`,
    'relation                   gold  stated*  head+tail in one triple  and relation fits   of stated',
    ...[...tally, ['all', total] as const]
      .sort((a, b) => b[1].gold - a[1].gold)
      .map(
        ([relation, t]) =>
          `${relation.padEnd(26)} ${String(t.gold).padStart(4)} ${String(t.stated).padStart(8)} ${String(t.paired).padStart(24)} ${String(t.found).padStart(18)} ${percent(t.found / Math.max(1, t.stated)).padStart(11)}`,
      ),
    '* head and tail both stand in one passage (the head may be its title)',
    `${triples} triples from ${words} words in ${seconds.toFixed(1)} s: ${Math.round(triples / seconds)} triples/s, ${Math.round(words / seconds)} words/s`,
  ];
  report(
    `triples-${name}`,
    { set: name, total, relations: Object.fromEntries(tally), triples, words, seconds },
    text,
  );
  for (const m of shuffled(missed, createRandom(3)).slice(0, show)) console.log(`\nMISSED ${m}`);
}

/** Triples drawn at random, one passage each, for reading by eye. */
function sample(n: number, seed: number): void {
  const passages = ['2wiki', '2wiki_nosupport', 'hotpotqa', 'musique'].flatMap((name) =>
    readSet(name).flatMap((row) => row.passages),
  );
  const random = createRandom(seed);
  let k = 0;
  for (const p of shuffled(passages, random)) {
    const facts = factsOf(p);
    if (facts.length === 0) continue;
    const fact = facts[Math.floor(random() * facts.length)]!;
    const [start, end] = p.sentences[fact.sentence]!;
    console.log(`${++k}. [${p.title}] ${p.text.slice(start, end)}`);
    console.log(`   ${fact.head} | ${fact.relation} | ${fact.tail}${fact.negated ? ' (not)' : ''}`);
    if (k === n) break;
  }
}

/** Do head and tail both stand in the passage? */
function states(p: FactPassage, head: string, tail: string): boolean {
  // entityKey would drop what stands in brackets, where many dates are.
  const text = ` ${entityKey(`${p.title.replace(/\(.*\)/, '')} . ${p.text}`.replace(/[()]/g, ' '))} `;
  return text.includes(` ${entityKey(head)} `) && holds(text, tail);
}

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** "1895-11-13" -> "13 November 1895". */
function spokenDate(text: string): string {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return iso ? `${Number(iso[3])} ${months[Number(iso[2]) - 1]} ${iso[1]}` : text;
}

function holds(text: string, tail: string): boolean {
  const key = entityKey(tail);
  if (text.includes(` ${key} `)) return true;
  // "22 February 1981" is "February 22, 1981".
  const words = key.split(' ');
  return (
    /\d/.test(key) && words.length === 3 && text.includes(` ${words[1]} ${words[0]} ${words[2]} `)
  );
}

function pairsUp(fact: SentenceFact, head: string, tail: string): boolean {
  const [h, t] = [` ${entityKey(fact.head)} `, ` ${entityKey(fact.tail)} `];
  const all = ` ${entityKey(fact.relation)} ${t.trim()} `;
  const key = ` ${entityKey(head)} `;
  return (h.includes(key) && holds(all, tail)) || (t.includes(key) && holds(h, tail));
}
