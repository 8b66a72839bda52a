import { PreTrainedTokenizer } from '@huggingface/transformers';
import type { PromptForm } from '../types';

/** Turns prompts into ids of a language model's vocabulary, and ids into text. */
export interface WriterTokens {
  /** The whole prompt in the model's form of a conversation, at most `most` tokens long. */
  prompt(text: string, form: PromptForm, most: number): number[];
  /** Ids of a text that goes on, without special tokens. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  /** Tokens that end a reply. */
  readonly ends: ReadonlySet<number>;
}

/** Stands for the prompt while the form of the conversation is asked for. */
const marker = '\u0001';

/**
 * A tokenizer made from the files of a model folder. A document that contains "<|im_end|>" gets it
 * as characters: taken as a mark it would let a text speak in somebody else's name.
 */
export function createWriterTokens(tokenizer: unknown, config: unknown): WriterTokens {
  const inner = new PreTrainedTokenizer(tokenizer as object, config as object);
  const ids = (text: string) => inner.encode(text, { add_special_tokens: false });
  const encode = (text: string) => ids(text.replace(/<\|(\w+)\|>/g, '< |$1| >'));
  const end = inner.eos_token_id ?? ids('<|im_end|>')[0];

  function around(system: string | undefined): readonly [number[], number[]] {
    const messages = [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: marker },
    ];
    const form = inner.apply_chat_template(messages, {
      add_generation_prompt: true,
      tokenize: false,
    }) as unknown as string;
    const [before, after] = form.split(marker) as [string, string];
    return [ids(before), ids(after)];
  }
  const known = new Map<string | undefined, readonly [number[], number[]]>();

  return {
    prompt(text, { plain, system }, most) {
      if (plain) return cutMiddle(encode(text), most);
      let form = known.get(system);
      if (!form) known.set(system, (form = around(system)));
      const [before, after] = form;
      const room = most - before.length - after.length;
      return [...before, ...cutMiddle(encode(text.trim()), room), ...after];
    },
    encode,
    decode: (tokens) =>
      tokens.length === 0 ? '' : inner.decode([...tokens], { skip_special_tokens: true }),
    ends: new Set(end === undefined ? [] : [end]),
  };
}

/** A prompt says at its beginning what to do and at its end what to write: what is too long loses its middle. */
export function cutMiddle(ids: number[], most: number): number[] {
  if (ids.length <= most) return ids;
  const head = Math.ceil(most / 2);
  return [...ids.slice(0, head), ...ids.slice(ids.length - (most - head))];
}

/** Text of tokens that come one by one: what ends inside a character waits for the rest of it. */
export function createTextStream(decode: (ids: readonly number[]) => string) {
  let waiting: number[] = [];
  return {
    push(id: number): string {
      waiting.push(id);
      const text = decode(waiting);
      if (text.endsWith('\ufffd') && waiting.length < longestCharacter) return '';
      waiting = [];
      return text;
    },
    end(): string {
      const text = waiting.length > 0 ? decode(waiting) : '';
      waiting = [];
      return text;
    },
  };
}

/** Tokens that one character can take at most: four bytes. */
const longestCharacter = 4;
