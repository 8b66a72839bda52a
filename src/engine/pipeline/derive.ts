import type { DocumentId, DocumentRecord, Format, ParsedDocument, Passage } from '../../core/types';
import { failure } from '../../core/errors';
import type { Models } from '../models/types';

/** How passages come from a file's bytes. A version changes whenever the same bytes give other rows. */
export interface Derive {
  readonly parserVersion: number;
  readonly chunkerVersion: number;
  /** Whether a file of this name is worth trying; its content still decides. */
  supports(path: string): boolean;
  /**
   * Leaves `bytes` as they are. Rejects with DocumentUnsupported, -Empty, -Encrypted, -Damaged,
   * -NoText, -TooLarge.
   */
  parse(
    bytes: ArrayBuffer,
    path: string,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<{ readonly format: Format; readonly parsed: ParsedDocument }>;
  /** Passages 0..n-1 in reading order. */
  split(
    document: DocumentId,
    parsed: ParsedDocument,
    signal: AbortSignal,
  ): Promise<readonly Passage[]>;
}

export type Versions = DocumentRecord['versions'];

/** Which embedder would embed now, by id and number format; null when there is none. */
export async function embedderVersion(models: Pick<Models, 'describe'>): Promise<string | null> {
  const { embed } = (await models.describe()).roles;
  return embed && `${embed.id} ${embed.dtype}`;
}

/** Versions of what would derive a document now. @throws ModelMissing without an embedder. */
export async function currentVersions(derive: Derive, models: Models): Promise<Versions> {
  const embedder = await embedderVersion(models);
  if (embedder === null)
    throw failure('ModelMissing', 'No embedding model is there; choose one under Models.');
  return { parser: derive.parserVersion, chunker: derive.chunkerVersion, embedder };
}

/** True when texts and passages are what the present parser and chunker would make. */
export const sameText = (a: Versions, b: Versions): boolean =>
  a.parser === b.parser && a.chunker === b.chunker;
