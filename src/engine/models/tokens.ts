import { BertTokenizer } from '@huggingface/transformers';

/** Turns text into ids of a BERT vocabulary. */
export interface Tokens {
  /** Ids without special tokens. */
  encode(text: string): readonly number[];
  readonly vocabulary: ReadonlyMap<string, number>;
  readonly pad: number;
  readonly cls: number;
  readonly sep: number;
  readonly unknown: number;
}

const named = /\[(PAD|UNK|CLS|SEP|MASK)\]/g;

/**
 * A tokenizer made from the files of a model folder. A document that contains the words "[SEP]" or
 * "[CLS]" gets them as words: taken as marks they would let a text draw its own borders.
 */
export function createTokens(tokenizer: unknown, config: unknown): Tokens {
  const inner = new BertTokenizer(tokenizer as object, config as object);
  const vocabulary = inner.get_vocab() as ReadonlyMap<string, number>;
  const id = (token: string): number => {
    const found = vocabulary.get(token);
    if (found === undefined) throw new Error(`The vocabulary has no ${token}.`);
    return found;
  };
  return {
    encode: (text) => inner.encode(text.replace(named, '[ $1 ]'), { add_special_tokens: false }),
    vocabulary,
    pad: id('[PAD]'),
    cls: id('[CLS]'),
    sep: id('[SEP]'),
    unknown: id('[UNK]'),
  };
}
