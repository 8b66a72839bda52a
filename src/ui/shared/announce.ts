import { createSignal, type Accessor } from 'solid-js';

export interface Announcer {
  readonly text: Accessor<string>;
  /** Has a screen reader say something once. */
  say(text: string): void;
}

/** The one live region of the page, for what is worth interrupting a reader: a finished answer. */
export function createAnnouncer(): Announcer {
  const [text, setText] = createSignal('', { equals: false });
  return {
    text,
    say(next) {
      // Emptied first: the same sentence twice would not be read a second time.
      setText('');
      setTimeout(() => setText(next), 30);
    },
  };
}
