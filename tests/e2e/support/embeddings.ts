import type { BrowserContext } from '@playwright/test';

/** What the engine asked the models to embed, counted where the page joins the two workers. */
export interface Embeddings {
  /** Every text that reached the models, in order. */
  readonly texts: readonly string[];
  /**
   * The next call with these words in a text does not reach the models, and is never answered;
   * resolves when it came. Everything before it was saved then. Once.
   */
  holdAt(words: string): Promise<void>;
}

declare global {
  interface Window {
    /** Whether a call goes through; put in by `countEmbeddings`. */
    mayEmbed?: (texts: readonly string[]) => Promise<boolean>;
  }
}

/** Call before the page is opened. */
export async function countEmbeddings(context: BrowserContext): Promise<Embeddings> {
  const texts: string[] = [];
  let hold: { readonly words: string; readonly tell: () => void } | null = null;
  await context.exposeBinding('mayEmbed', (_, asked: string[]) => {
    const { words, tell } = hold ?? {};
    if (words !== undefined && asked.some((text) => text.includes(words))) {
      hold = null;
      tell?.();
      return false;
    }
    texts.push(...asked);
    return true;
  });
  await context.addInitScript(joinThroughPage);
  return {
    texts,
    holdAt: (words) => new Promise((tell) => (hold = { words, tell })),
  };
}

/**
 * Runs in the page: the port that the engine gets leads through the page to the port of the models,
 * so that calls can be seen. Nothing else about them changes.
 */
function joinThroughPage(): void {
  interface Call {
    readonly path?: readonly string[];
    readonly argumentList?: { value: unknown }[];
  }
  const isCall = (message: unknown, ...names: string[]): message is Call =>
    names.includes((message as Call | null)?.path?.[0] ?? '');

  const post = Worker.prototype.postMessage as (message: unknown, more?: unknown) => void;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, more?: unknown) {
    const first = isCall(message, 'start', 'joinModels') ? message.argumentList?.[0] : undefined;
    if (!(first?.value instanceof MessagePort)) return post.call(this, message, more);
    const models = first.value;
    const { port1: engine, port2 } = new MessageChannel();
    first.value = port2;
    models.onmessage = ({ data, ports }) => engine.postMessage(data, [...ports]);
    let before: Promise<unknown> = Promise.resolve();
    engine.onmessage = ({ data, ports }) => {
      const texts = isCall(data, 'embed') ? data.argumentList?.[0]?.value : null;
      before = before.then(async () => {
        const goesOn = texts ? await window.mayEmbed?.(texts as string[]) : true;
        if (goesOn !== false) models.postMessage(data, [...ports]);
      });
    };
    return post.call(this, message, [port2]);
  };
}
