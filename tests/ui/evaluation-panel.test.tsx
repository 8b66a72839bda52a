// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report } from '../../src/core/evaluation/report';
import type { EvaluationApi } from '../../src/link/evaluation';
import type { Backend } from '../../src/ui/context';
import { mount } from '../../src/ui/mount';
import { createFakeModels } from '../../src/engine/models/fake';
import { createEngine } from '../../src/engine/engine';
import { createMemoryStore } from '../../src/engine/storage/memory';
import { createFakeBackend, type FakeOptions } from '../support/fake-backend';
import { island } from '../support/fake-island';

let dispose = () => {};
beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => dispose());

interface Call {
  readonly questions: readonly string[];
  readonly modes: readonly string[];
}

/** The real evaluation over a library without documents, or what `evaluate` does instead. */
function open(evaluate?: EvaluationApi['evaluate'], options: FakeOptions = {}): Call[] {
  const calls: Call[] = [];
  location.hash = '#/evaluation';
  dispose = mount(document.getElementById('root')!, () => {
    const fake = createFakeBackend({ documents: island, ...options });
    const engine = {
      ...fake.engine,
      buildRelations: async () => {},
      extractFacts: async () => {},
      evaluate: async (...args: Parameters<EvaluationApi['evaluate']>): Promise<Report> => {
        calls.push({ questions: args[0].map(({ question }) => question), modes: args[1] });
        return (evaluate ?? (await real()).evaluate)(...args);
      },
    };
    return { ...fake, engine } as unknown as Backend;
  });
  return calls;
}

const real = () =>
  createEngine({
    store: createMemoryStore(),
    models: createFakeModels(),
    writer: () => null,
    storage: { reason: null },
    now: () => performance.now(),
    pause: async () => {},
    requests: () => [],
  });

const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const words = (id: string) => all(id).map((e) => e.textContent?.replace(/\s+/g, ' ').trim() ?? '');
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 8000 });
const run = () => all('evaluation-run')[0] as HTMLButtonElement;

function pick(text: string, name: string): void {
  const input = all('evaluation-file')[0] as HTMLInputElement;
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([text], name)] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const own = 'question,answer\nWho kept the lighthouse?,Ann\nWho owns the moon?,\n';

describe('the Evaluation panel', () => {
  it('leads to documents and the sample while there are none', async () => {
    open(undefined, { documents: [] });
    await eventually(() => expect(document.body.textContent).toContain('No documents to ask yet'));
    expect(all('load-sample')).toHaveLength(1);
    expect(all('evaluation-run')).toHaveLength(0);
  });

  it('offers to load the sample where only its questions are missing', async () => {
    open();
    await eventually(() => expect(all('evaluation-sample')).toHaveLength(1));
    expect((all('evaluation-sample')[0] as HTMLButtonElement).disabled).toBe(true);
    expect(all('load-sample')).toHaveLength(1);
    expect(run().disabled).toBe(true);
  });

  it('says what is wrong with a file, and takes the next one', async () => {
    open();
    await eventually(() => expect(all('evaluation-file')).toHaveLength(1));
    pick('name,age\nAnn,3', 'people.csv');
    await eventually(() => expect(document.body.textContent).toContain('needs the columns'));
    expect(run().disabled).toBe(true);
    pick(own, 'own.csv');
    await eventually(() => expect(words('evaluation-set')[0]).toContain('own.csv: 2 questions'));
    expect(document.body.textContent).not.toContain('needs the columns');
    expect(run().disabled).toBe(false);
  });

  it('runs the chosen modes, and shows figures and each question', async () => {
    const calls = open();
    await eventually(() => expect(all('evaluation-file')).toHaveLength(1));
    pick(own, 'own.csv');
    await eventually(() => expect(run().disabled).toBe(false));
    run().click();
    await eventually(() => expect(all('evaluation-table')).toHaveLength(1));
    expect(calls).toEqual([
      { questions: ['Who kept the lighthouse?', 'Who owns the moon?'], modes: ['plain', 'full'] },
    ]);
    // A library without passages answers nothing: wrong for the first question, right for the second.
    expect(words('evaluation-question')[0]).toContain('plainWrongly silentNot in your documents');
    expect(words('evaluation-question')[1]).toContain('plainRightly silentNot in your documents');
    expect(words('evaluation-table')[0]).toContain('Wrongly silent');
    expect(all('evaluation-export').map((b) => b.dataset['format'])).toEqual(['json', 'md']);
    expect(all('evaluation-progress')).toHaveLength(0);
    // The result is still there after a look at another panel.
    location.hash = '#/settings';
    await eventually(() => expect(all('evaluation-table')).toHaveLength(0));
    location.hash = '#/evaluation';
    await eventually(() => expect(all('evaluation-table')).toHaveLength(1));
  });

  it('asks a question in a conversation of its own', async () => {
    open();
    await eventually(() => expect(all('evaluation-file')).toHaveLength(1));
    pick(own, 'own.csv');
    await eventually(() => expect(run().disabled).toBe(false));
    run().click();
    await eventually(() => expect(all('evaluation-ask')).toHaveLength(2));
    expect(all('evaluation-ask')[0]!.getAttribute('href')).toBe('#/ask');
    all('evaluation-ask')[0]!.click();
    location.hash = '#/ask';
    await eventually(() => expect(all('answer')).toHaveLength(1));
    expect(document.querySelector('main')!.textContent).toContain('Who kept the lighthouse?');
  });

  it('shows how far it is, and stops', async () => {
    let aborted = false;
    open(
      (_questions, _modes, _seed, onProgress, signal) =>
        new Promise((_, reject) => {
          onProgress({ set: 'library', mode: 'full', done: 1, total: 2 });
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          });
        }),
    );
    await eventually(() => expect(all('evaluation-file')).toHaveLength(1));
    pick(own, 'own.csv');
    await eventually(() => expect(run().disabled).toBe(false));
    run().click();
    await eventually(() =>
      expect(words('evaluation-progress')[0]).toContain('own.csv, full: 1 of 2 questions'),
    );
    expect(document.querySelector('[role=progressbar]')!.getAttribute('aria-valuenow')).toBe('75');
    all('evaluation-stop')[0]!.click();
    await eventually(() => expect(aborted).toBe(true));
    await eventually(() => expect(all('evaluation-progress')).toHaveLength(0));
    expect(document.body.textContent).toContain('nothing was kept');
    expect(all('evaluation-table')).toHaveLength(0);
  });

  it('says why a run failed', async () => {
    open(() => Promise.reject(new Error('The judge was lost; try again.')));
    await eventually(() => expect(all('evaluation-file')).toHaveLength(1));
    pick(own, 'own.csv');
    await eventually(() => expect(run().disabled).toBe(false));
    run().click();
    await eventually(() =>
      expect(document.querySelector('[role=alert]')?.textContent).toContain('The judge was lost'),
    );
    expect(run().disabled).toBe(false);
  });
});
