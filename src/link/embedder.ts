/** Which embedder the library answers with, and how far another one has got. */
export interface EmbedderStatus {
  /** Folder name of the embedder whose vectors are searched; null: the models' own choice. */
  readonly answering: string | null;
  /** What is to take its place, or null. */
  readonly wanted: string | null;
}

export interface EmbedderApi {
  embedder(): Promise<EmbedderStatus>;
  /**
   * Embeds the library anew with another embedder, passage by passage, and answers with the old
   * vectors until the last one is there; then changes over at once. Goes on where a closed tab
   * stopped. An abort gives it up and deletes what it made.
   * @throws ModelMissing, ModelCorrupt, QuotaExceeded, DeviceLost; the old embedder then stays
   */
  switchEmbedder(
    name: string,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
}
