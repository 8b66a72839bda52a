import type { Format, ParsedDocument } from '../../core/types';
import type { Limits } from './limits';

export interface ParseResult {
  readonly format: Format;
  readonly parsed: ParsedDocument;
}

/** What every reader gets besides the bytes. */
export interface ParseContext {
  readonly limits: Limits;
  /** In the unit of the format: pages, chapters, sheets. */
  readonly onProgress: (done: number, total: number) => void;
  /** Lets messages in and throws when the import was cancelled. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}
