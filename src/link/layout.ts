/** Nodes are 0..n-1; what is joined by a longer, weaker spring stands further apart. */
export interface LayoutGraph {
  /** Radius of each node, as drawn at scale 1. */
  readonly radius: Float32Array;
  /** Ends of the edges: edge k joins `ends[2k]` and `ends[2k + 1]`. */
  readonly ends: Uint32Array;
  /** Length of each edge at rest, as drawn at scale 1. */
  readonly length: Float32Array;
  /** In (0, 1]. */
  readonly strength: Float32Array;
  /** Width over height of the place there is. */
  readonly aspect: number;
  /** Where nodes were before, x and y in turn; NaN for one that is new. null: none was placed yet. */
  readonly start: Float32Array | null;
}

export interface LayoutApi {
  /**
   * Moves nodes until they rest; the same graph and start give the same places. Tells the places
   * about thirty times a second, and the last ones when it resolves. A second call ends the first.
   * @returns x and y of each node in turn
   */
  arrange(
    graph: LayoutGraph,
    onPlaces: (places: Float32Array) => void,
    signal: AbortSignal,
  ): Promise<Float32Array>;
}
