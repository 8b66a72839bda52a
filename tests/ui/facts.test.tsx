// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Triple } from '../../src/core/types';
import type {
  CredibilityReason,
  Fact,
  FactQuery,
  FactsApi,
  FactsProgress,
} from '../../src/link/facts';
import type { Backend } from '../../src/ui/context';
import { mount } from '../../src/ui/mount';
import { createFakeBackend, type FakeOptions } from '../support/fake-backend';
import { island } from '../support/fake-island';

let dispose = () => {};
beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => dispose());

const fact = (
  n: number,
  head: string,
  relation: string,
  tail: string,
  credibility: number,
): Fact => ({
  triple: {
    id: `d#0/${n}`,
    passage: 'd#0',
    document: 'd',
    head,
    relation,
    tail,
    negated: relation.includes('not'),
    sentence: [0, 10],
    extractor: 'test',
  } as unknown as Triple,
  credibility,
  title: 'Founders',
});

const known: readonly Fact[] = [
  fact(0, 'Margit Thole', 'was born in', 'Kellwick', 7.5),
  fact(1, 'Tomas Breck', "'s aunt is", 'Hanne Breck', 5),
  fact(2, 'The skipper', 'does not sail in', 'winter', 2.1),
];

const reasons: readonly CredibilityReason[] = [
  {
    label: 'Contradicted by leaflet.txt, trust LOW',
    push: -1.4,
    document: 'leaflet',
    sentence: 'He sails all year.',
  },
];

/** A backend whose facts are a list, and whose extraction runs until it is stopped. */
function open(api: Partial<FactsApi> = {}, options: FakeOptions = {}): FactQuery[] {
  const queries: FactQuery[] = [];
  location.hash = '#/facts';
  dispose = mount(document.getElementById('root')!, () => {
    const fake = createFakeBackend({ documents: island, ...options });
    const engine = {
      ...fake.engine,
      facts: async (query: FactQuery) => {
        queries.push(query);
        const fits = known.filter(
          (f) =>
            (query.entity === null || f.triple.head === query.entity) &&
            `${f.triple.head} ${f.triple.tail}`.toLowerCase().includes(query.text.toLowerCase()),
        );
        if (query.sort === 'credibility') fits.sort((a, b) => a.credibility - b.credibility);
        return { facts: fits, total: fits.length };
      },
      factsProgress: async (): Promise<FactsProgress> => ({
        done: 2,
        total: 4,
        triples: 3,
        rejectedLines: 2,
        checked: 0,
        running: false,
      }),
      entities: async () => [{ name: 'Margit Thole', facts: 1 }],
      whyCredible: async () => reasons,
      ...api,
    };
    return { ...fake, engine } as unknown as Backend;
  });
  return queries;
}
const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const words = (id: string) => all(id).map((e) => e.textContent?.replace(/\s+/g, ' ').trim() ?? '');
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 4000 });
function type(id: string, value: string): void {
  const input = all(id)[0] as HTMLInputElement;
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

describe('the Facts panel', () => {
  it('lists facts as sentences, with credibility and a way to the sentence', async () => {
    open();
    await eventually(() => expect(all('fact')).toHaveLength(3));
    expect(words('fact')[0]).toContain('Margit Thole was born in Kellwick');
    expect(words('fact')[1]).toContain("Tomas Breck's aunt is Hanne Breck");
    expect(words('fact')[2]).toContain('says it is not so');
    expect(words('credibility')).toEqual(['7.5 of 10', '5.0 of 10', '2.1 of 10']);
    expect(all('fact')[0]!.querySelector('a')!.getAttribute('href')).toBe(
      '#/viewer/d?start=0&end=10',
    );
    expect(words('facts-count')).toEqual(['3 facts']);
  });

  it('says why, with the sentence of the other source', async () => {
    open();
    await eventually(() => expect(all('why')).toHaveLength(3));
    all('why')[2]!.click();
    await eventually(() => expect(all('reasons')).toHaveLength(1));
    expect(words('reasons')[0]).toContain('Lowers it: Contradicted by leaflet.txt, trust LOW');
    expect(words('reasons')[0]).toContain('He sails all year.');
    all('why')[2]!.click();
    await eventually(() => expect(all('reasons')).toHaveLength(0));
  });

  it('searches by words, filters by what a fact is about, and puts the least credible first', async () => {
    const queries = open();
    await eventually(() => expect(all('fact')).toHaveLength(3));
    type('facts-search', 'kellwick');
    await eventually(() => expect(words('facts-count')).toEqual(['1 fact that fits']));
    type('facts-search', '');
    type('facts-entity', 'Margit');
    await eventually(() => expect(document.querySelectorAll('datalist option')).toHaveLength(1));
    type('facts-entity', 'Margit Thole');
    await eventually(() => expect(words('facts-chosen')[0]).toContain('About Margit Thole'));
    await eventually(() => expect(all('fact')).toHaveLength(1));
    all('facts-chosen')[0]!.querySelector('button')!.click();
    const sort = all('facts-sort')[0] as HTMLSelectElement;
    sort.value = 'credibility';
    sort.dispatchEvent(new Event('change', { bubbles: true }));
    await eventually(() => expect(words('credibility')[0]).toBe('2.1 of 10'));
    expect(queries.at(-1)).toEqual({ text: '', entity: null, sort: 'credibility', limit: 60 });
  });

  it('says when nothing fits', async () => {
    open();
    await eventually(() => expect(all('fact')).toHaveLength(3));
    type('facts-search', 'zebra');
    await eventually(() => expect(words('no-facts')[0]).toContain('No fact fits'));
  });

  it('goes on with the extraction, shows how far it is, and stops it', async () => {
    let aborted = false;
    open({
      extractFacts: (onProgress, signal) =>
        new Promise((_, reject) => {
          onProgress({
            done: 3,
            total: 4,
            triples: 9,
            rejectedLines: 0,
            checked: 0,
            running: true,
          });
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          });
        }),
    });
    await eventually(() => expect(words('facts-start')).toEqual(['Go on']));
    expect(words('facts-rejected')[0]).toContain('2 lines of the language model');
    all('facts-start')[0]!.click();
    await eventually(() => expect(words('facts-finding')[0]).toContain('3 passages of 4 read'));
    all('facts-stop')[0]!.click();
    await eventually(() => expect(aborted).toBe(true));
    await eventually(() => expect(words('facts-start')).toEqual(['Go on']));
    // Stopping is no failure.
    expect(all('toast')).toHaveLength(0);
  });

  it('leads to the library while there are no documents', async () => {
    open({}, { documents: [] });
    await eventually(() => expect(document.body.textContent).toContain('No documents yet'));
    expect(all('fact')).toHaveLength(0);
  });
});
