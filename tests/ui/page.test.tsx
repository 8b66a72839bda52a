// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../src/ui/mount';
import { createFakeBackend, type FakeBackend, type FakeOptions } from '../support/fake-backend';
import { island } from '../support/fake-island';

let dispose = () => {};
let backend: FakeBackend;

beforeEach(() => {
  vi.useRealTimers();
  // Wide enough for the history to stand beside the conversation.
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
    width: 1280,
    height: 900,
  });
  localStorage.clear();
  location.hash = '';
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => dispose());

function open(options: FakeOptions = {}, hash = ''): void {
  location.hash = hash;
  dispose = mount(document.getElementById('root')!, () => {
    backend = createFakeBackend({ documents: island, ...options });
    return backend;
  });
}
const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const text = (id: string) => all(id).map((element) => element.textContent?.trim() ?? '');
async function find(id: string): Promise<HTMLElement> {
  await vi.waitFor(() => expect(all(id).length, id).toBeGreaterThan(0), { timeout: 4000 });
  return all(id)[0]!;
}
async function ask(question: string): Promise<void> {
  const box = (await find('question')) as HTMLTextAreaElement;
  box.value = question;
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await vi.waitFor(() => expect(all('stop')).toHaveLength(1));
}

describe('asking', () => {
  it('shows the short answer, a verdict in words for each sentence, and numbered citations', async () => {
    open();
    await ask('How many petrels?');
    await find('answer');
    expect(text('short-answer')).toEqual(['4,318 occupied sites']);
    expect(text('verdict')).toEqual(['Supported', 'Supported', 'Contradicted', 'Not supported']);
    const [first] = all('citation');
    expect(first?.textContent).toBe('1');
    expect(first?.getAttribute('href')).toMatch(
      /^#\/viewer\/\w+\?start=\d+&end=\d+&answer=.*&n=1$/,
    );
    expect(first?.getAttribute('aria-label')).toContain('petrel-census-2024.md');
  });

  it('says that the documents disagree, with both sides and the reason', async () => {
    open();
    await ask('How many petrels?');
    const conflict = await find('conflict');
    expect(conflict.textContent).toContain('Your documents disagree');
    expect(all('conflict-side').map((side) => side.dataset['preferred'])).toEqual([
      'true',
      'false',
    ]);
    expect(conflict.textContent).toContain('trusted more than the newsletter');
  });

  it('says that the answer is not there, and cites nothing', async () => {
    open();
    await ask('What is the password?');
    expect((await find('abstained')).textContent).toContain('Not in your documents');
    expect(all('citation')).toHaveLength(0);
    expect(all('nearest').length).toBeGreaterThan(0);
  });

  it('has a screen reader say the finished answer once', async () => {
    open();
    const heard: string[] = [];
    const region = await find('announcement');
    new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(
      region,
      {
        childList: true,
        characterData: true,
        subtree: true,
      },
    );
    await ask('How many petrels?');
    await find('answer');
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toContain('Answer: 4,318 occupied sites.');
  });

  it('stops when asked, and can be asked again', async () => {
    open({ stepMs: 40 });
    await ask('How many petrels?');
    await find('stages');
    all('stop')[0]!.click();
    await find('stopped');
    expect(all('answer')).toHaveLength(0);
    expect(text('stopped')[0]).toContain('Ask again');
  });

  it('shows what went wrong, in the words of the error', async () => {
    open({
      askError: Object.assign(new Error('The device was lost; ask again.'), { name: 'DeviceLost' }),
    });
    await ask('How many petrels?').catch(() => {});
    await vi.waitFor(() =>
      expect(document.body.textContent).toContain('The device was lost; ask again.'),
    );
  });

  it('hands the earlier answers to a follow-up, and says how it understood it', async () => {
    open();
    await ask('How many petrels?');
    await find('answer');
    await ask('Who designed the lighthouse?');
    await vi.waitFor(() => expect(all('answer')).toHaveLength(2));
    expect((await find('standalone')).textContent).toContain('Understood as: Who designed');
  });

  it('waits for the models, and says so', async () => {
    open({ status: { models: { embed: { state: 'checking' } } } });
    await ask('How many petrels?');
    await vi.waitFor(() =>
      expect(text('stages').join()).toContain('Waiting for the models to load'),
    );
    expect(backend.calls.some((call) => call.startsWith('ask'))).toBe(false);
    backend.loadModels();
    await find('answer');
  });

  it('keeps the history, and deletes from it after the undo has passed', async () => {
    open();
    await ask('How many petrels?');
    const item = await find('history-item');
    expect(item.textContent).toContain('How many petrels?');
    all('history-delete')[0]!.click();
    await vi.waitFor(() => expect(all('history-item')).toHaveLength(0));
    const undo = all('toast')[0]!.querySelector('button')!;
    undo.click();
    await find('history-item');
    expect(backend.calls.some((call) => call.startsWith('deleteAnswer'))).toBe(false);
  });

  it('gives feedback on a source, and takes it back', async () => {
    open();
    await ask('How many petrels?');
    const source = (await find('source')).parentElement!.children[2]!;
    source.querySelector<HTMLElement>('[data-testid="thumb-down"]')!.click();
    await vi.waitFor(() =>
      expect(backend.calls.at(-1)).toMatch(/^giveFeedback passage:\w+#\d+ bad citation$/),
    );
    expect((await find('trust-moved')).textContent).toContain('Ask again');
    (await find('toast')).querySelector('button')!.click();
    await vi.waitFor(() => expect(backend.calls.at(-1)).toMatch(/ null citation$/));
  });
});

describe('the way in', () => {
  it('begins with the sample when the library is empty, and asks nothing of it', async () => {
    open({ documents: [] });
    await find('load-sample');
    expect(((await find('ask')) as HTMLButtonElement).disabled).toBe(true);
  });

  it('says that another tab is at work, and offers to go on here', async () => {
    open({
      status: { engine: { state: 'failed', name: 'EngineElsewhere', message: 'Close it.' } },
    });
    const gate = await find('engine-failed');
    expect(gate.textContent).toContain('open in another tab');
    gate.querySelector('button')!.click();
    await find('question');
  });

  it('says that a library in memory is gone with the tab', async () => {
    open({ storage: 'memory' });
    expect((await find('memory-only')).textContent).toContain('gone when the tab closes');
  });

  it('shows how far the models are, with a way to stop and to try again', async () => {
    const loading = { state: 'loading', loaded: 5, total: 10, file: 'f' } as const;
    open({ status: { models: { embed: loading, judge: loading, read: loading } } });
    const strip = await find('models-loading');
    expect(strip.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('50');
    strip.querySelector('button')!.click();
    (await find('models-cancelled')).querySelector('button')!.click();
    await vi.waitFor(() => expect(all('models-cancelled')).toHaveLength(0));
  });

  it('marks the place in the navigation', async () => {
    open({}, '#/settings');
    await vi.waitFor(() =>
      expect(document.querySelector('nav [aria-current="page"]')?.textContent).toContain(
        'Settings',
      ),
    );
  });
});

describe('settings', () => {
  it('refuses what is out of range, and hands on what is in it', async () => {
    open({}, '#/settings');
    const setting = () => document.querySelector<HTMLElement>('[data-name="trust.alpha"]')!;
    await vi.waitFor(() => expect(setting()).not.toBeNull());
    const input = setting().querySelector('input')!;
    const type = (value: string) => {
      input.value = value;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    type('7');
    expect(setting().textContent).toContain('A number from 0 to 1');
    expect(backend.calls).toEqual([]);
    type('0.25');
    await vi.waitFor(() =>
      expect(backend.calls).toEqual(['changeSettings {"trust":{"alpha":0.25}}']),
    );
    await vi.waitFor(() => expect(setting().dataset['changed']).toBe('true'));
  });
});

describe('evidence', () => {
  it('lists every candidate with its fate', async () => {
    open();
    await ask('How many petrels?');
    await find('answer');
    location.hash = '#/evidence';
    await find('evidence');
    expect(all('candidate').length).toBeGreaterThan(5);
    expect(all('candidate').some((row) => row.dataset['taken'] === 'false')).toBe(true);
    expect(all('search-node')).toHaveLength(7);
  });
});
