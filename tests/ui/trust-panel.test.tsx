// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelationProgress, TrustApi, TrustReason } from '../../src/link/trust';
import type { Backend } from '../../src/ui/context';
import { mount } from '../../src/ui/mount';
import { createFakeBackend, type FakeBackend, type FakeOptions } from '../support/fake-backend';
import { island } from '../support/fake-island';
import { fakeTrustMap } from '../support/fake-trust-map';

let dispose = () => {};
let fake: FakeBackend;
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('touchstone.map-view', '"list"');
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => dispose());

const trustMap = fakeTrustMap(25, 40);
const reason: TrustReason = {
  kind: 'contradict',
  other: 'passage:f1#6',
  label: 'The boat of day 6 came late.',
  share: 0.62,
  towards: 0.1,
  relation: null,
};

function open(api: Partial<TrustApi> = {}, options: FakeOptions = {}, hash = '#/trust'): void {
  location.hash = hash;
  dispose = mount(document.getElementById('root')!, () => {
    fake = createFakeBackend({ documents: island, trustMap, ...options });
    const engine = { ...fake.engine, ...api };
    return { ...fake, engine: engine as unknown as Backend['engine'] };
  });
}
const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
async function find(id: string): Promise<HTMLElement> {
  await vi.waitFor(() => expect(all(id).length, id).toBeGreaterThan(0), { timeout: 4000 });
  return all(id)[0]!;
}

describe('the trust map as a list', () => {
  it('has every node and every relation of the map', async () => {
    open();
    await find('map-list');
    expect(all('node-row')).toHaveLength(25);
    const kinds = trustMap.edges.filter(({ kind }) => kind !== 'source');
    expect(all('relation-row')).toHaveLength(kinds.length);
    expect(all('relation-row')[0]!.dataset['kind']).toBe('contradict');
  });

  it('says why a node is trusted, with the share of each reason', async () => {
    open({ whyTrust: async () => [reason] });
    (await find('node-row')).click();
    const why = await find('why-trust');
    expect(why.textContent).toContain('Contradicts The boat of day 6 came late.');
    expect(why.textContent).toContain('62 % of the pull, towards 0.10');
    expect(location.hash).toMatch(/^#\/trust\/document%3Af\d+$/);
  });

  it('opens at the node of its address, and takes thumbs for it', async () => {
    open({}, {}, '#/trust/document%3Af2');
    const details = await find('map-details');
    expect(details.textContent).toContain('Letter 2 of the archive');
    details.querySelector<HTMLElement>('[data-testid=thumb-down]')!.click();
    await vi.waitFor(() => expect(fake.calls).toContain('giveFeedback document:f2 bad map'));
  });

  it('shows both sentences of a contradiction, and takes a word on which is right', async () => {
    open();
    (await find('relation-row')).click();
    await find('judgements');
    expect(all('relation-side')).toHaveLength(2);
    all('is-right')[1]!.click();
    const { relation } = trustMap.edges
      .filter(({ kind }) => kind === 'contradict')
      .sort((a, b) => b.weight - a.weight)[0]!;
    await vi.waitFor(() =>
      expect(fake.calls).toEqual([
        `giveFeedback passage:${relation!.b} good map`,
        `giveFeedback passage:${relation!.a} bad map`,
      ]),
    );
  });

  it('is filtered by words, and says when nothing fits', async () => {
    open();
    await find('map-list');
    const search = (await find('map-search')) as HTMLInputElement;
    search.value = 'no such words';
    search.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await vi.waitFor(() => expect(document.body.textContent).toContain('Nothing fits'));
    (await find('map-show-all')).click();
    await vi.waitFor(() => expect(all('node-row')).toHaveLength(25));
  });
});

describe('before there is a map', () => {
  it('says what it is for, where there are no documents', async () => {
    open({}, { documents: [], trustMap: { nodes: [], edges: [] } });
    await vi.waitFor(() => expect(document.body.textContent).toContain('No documents yet'));
    expect(all('map-list')).toHaveLength(0);
  });

  it('says that nothing agrees or disagrees, where that is so', async () => {
    const nodes = trustMap.nodes.slice(0, 3);
    open({}, { trustMap: { nodes, edges: [] } });
    await vi.waitFor(() => expect(document.body.textContent).toContain('No two documents'));
    expect(all('node-row')).toHaveLength(3);
  });

  it('shows how far the comparing is, and stops it', async () => {
    let aborted = false;
    const progress: RelationProgress = { done: 3, total: 8, found: 2, leftMs: 60_000, running: true }; // prettier-ignore
    open({
      relationProgress: async () => (aborted ? { ...progress, running: false } : progress),
      buildRelations: (_, signal) =>
        new Promise((_, reject) => {
          const stop = () => {
            aborted = true;
            reject(signal.reason as Error);
          };
          if (signal.aborted) stop();
          else signal.addEventListener('abort', stop);
        }),
    });
    const strip = await find('map-comparing');
    expect(strip.textContent).toContain('3 of 8 documents, 2 relations found, about 1 min left');
    (await find('stop-comparing')).click();
    expect((await find('compare')).textContent).toBe('Go on');
    expect(aborted).toBe(true);
  });

  it('tells what went wrong', async () => {
    open({ trustMap: () => Promise.reject(new Error('The store is closed.')) });
    await vi.waitFor(() => expect(document.body.textContent).toContain('The store is closed.'));
  });
});
