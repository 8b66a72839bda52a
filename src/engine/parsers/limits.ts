/**
 * Bounds of a single file, against files made to exhaust a reader and against mistakes (a video
 * named .txt). They are generous for anything a person reads: not settings of the method, so not in
 * settings.ts.
 */
export interface Limits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Characters of text taken from it. */
  readonly characters: number;
  /** Pages of a PDF. */
  readonly pages: number;
  /** Pieces of text on one page of a PDF; the rest of such a page is left out, with a warning. */
  readonly itemsPerPage: number;
  /** Milliseconds for one page of a PDF; such a page is left out, with a warning. */
  readonly pageMs: number;
  /** Milliseconds to open a PDF. */
  readonly openMs: number;
  /** Bytes that a zip-based file (DOCX, EPUB, ODT, XLSX) may unpack to, pictures not counted. */
  readonly unpackedBytes: number;
  /** Entries of such a file. */
  readonly entries: number;
}

export const defaultLimits: Limits = {
  bytes: 400 * 1024 * 1024,
  characters: 50_000_000,
  pages: 10_000,
  itemsPerPage: 30_000,
  pageMs: 20_000,
  openMs: 60_000,
  unpackedBytes: 400 * 1024 * 1024,
  entries: 20_000,
};
