import { chunk, chunkerVersion } from '../../core/passages/chunk';
import type { Settings } from '../../core/settings';
import { createPause } from '../breathe';
import type { Models } from '../models/types';
import { isSupported, parseFile, parserVersion } from '../parsers';
import type { Derive } from './derive';

/** Passages from files: the parsers, then sentences counted by the embedder's own tokenizer. */
export function createFileDerive(
  models: Pick<Models, 'countTokens'>,
  settings: () => Settings,
): Derive {
  return {
    parserVersion,
    chunkerVersion,
    supports: isSupported,
    parse: (bytes, path, onProgress, signal) => parseFile(bytes, path, onProgress, signal),
    split: (document, parsed, signal) =>
      chunk(
        document,
        parsed,
        (texts) => models.countTokens(texts, signal),
        settings().passages,
        createPause(signal),
      ),
  };
}
