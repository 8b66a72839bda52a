import { BertTokenizer, PreTrainedTokenizer } from '@huggingface/transformers';

/** How text becomes pieces, as far as their places in the text have to be found again (pieces.ts). */
export type PieceKind =
  | { readonly kind: 'words'; readonly lower: boolean }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'other' };

/** Turns text into ids of a model's vocabulary. */
export interface Tokens {
  /** Ids without special tokens. */
  encode(text: string): readonly number[];
  /** The text as it is encoded: with marks made words; of the same length unless `kind` is `words`. */
  plain(text: string): string;
  readonly vocabulary: ReadonlyMap<string, number>;
  readonly kind: PieceKind;
  readonly pad: number;
  readonly cls: number;
  readonly sep: number;
  readonly unknown: number;
  /** What stands between the two texts of a pair: one end mark for BERT, two for RoBERTa. */
  readonly between: readonly number[];
}

interface TokenizerFile {
  readonly added_tokens?: readonly { readonly content: string; readonly special?: boolean }[];
  readonly normalizer?: { readonly lowercase?: boolean } | null;
  readonly pre_tokenizer?: { readonly type?: string } | null;
  readonly post_processor?: { readonly type?: string } | null;
  readonly model?: { readonly type?: string };
}

/**
 * A tokenizer made from the files of a model folder. A document that contains the words "[SEP]" or
 * "</s>" gets them as words: taken as marks they would let a text draw its own borders.
 */
export function createTokens(tokenizer: unknown, config: unknown): Tokens {
  const file = tokenizer as TokenizerFile;
  const kind = kindOf(file, config as TokenizerConfig);
  const Class = kind.kind === 'words' ? BertTokenizer : PreTrainedTokenizer;
  const inner = new Class(tokenizer as object, config as object);
  const vocabulary = inner.get_vocab() as ReadonlyMap<string, number>;
  const id = (...names: readonly (string | undefined)[]): number => {
    for (const name of names) {
      const found = name === undefined ? undefined : vocabulary.get(name);
      if (found !== undefined) return found;
    }
    throw new Error(`The vocabulary has no ${names.filter(Boolean).join(' or ')}.`);
  };
  const said = config as TokenizerConfig;
  const cls = id(named(said.cls_token), '[CLS]', '<s>');
  const sep = id(named(said.sep_token), '[SEP]', '</s>');
  const marks = marksOf(file);
  const plain = (text: string): string =>
    marks
      ? text.replace(marks, (mark) =>
          kind.kind === 'words'
            ? `${mark.charAt(0)} ${mark.slice(1, -1)} ${mark.slice(-1)}`
            : `${mark.startsWith('<') ? '‹' : '⟦'}${mark.slice(1)}`,
        )
      : text;
  const isRoberta =
    file.post_processor?.type === 'RobertaProcessing' || vocabulary.get('<s>') === cls;
  return {
    encode: (text) => inner.encode(plain(text), { add_special_tokens: false }),
    plain,
    vocabulary,
    kind,
    pad: id(named(said.pad_token), '[PAD]', '<pad>'),
    cls,
    sep,
    unknown: id(named(said.unk_token), '[UNK]', '<unk>'),
    between: isRoberta ? [sep, sep] : [sep],
  };
}

interface TokenizerConfig {
  readonly tokenizer_class?: string;
  readonly do_lower_case?: boolean;
  readonly cls_token?: TokenName;
  readonly sep_token?: TokenName;
  readonly pad_token?: TokenName;
  readonly unk_token?: TokenName;
}

type TokenName = string | { readonly content: string } | null;

const named = (token: TokenName | undefined): string | undefined =>
  typeof token === 'string' ? token : (token?.content ?? undefined);

function kindOf(file: TokenizerFile, config: TokenizerConfig): PieceKind {
  switch (file.model?.type) {
    case 'WordPiece':
      return {
        kind: 'words',
        lower: file.normalizer?.lowercase ?? config.do_lower_case ?? true,
      };
    case 'BPE':
      return file.pre_tokenizer?.type === 'ByteLevel' ? { kind: 'bytes' } : { kind: 'other' };
    default:
      return { kind: 'other' };
  }
}

/** The special tokens as they would be found in a text; null when there are none. */
function marksOf(file: TokenizerFile): RegExp | null {
  const special = (file.added_tokens ?? []).filter(
    ({ content, special: isMark }) => isMark !== false && content.length > 2,
  );
  if (special.length === 0) return null;
  const escaped = special.map(({ content }) => content.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(escaped.join('|'), 'g');
}
