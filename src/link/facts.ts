import type { Triple, TripleId } from '../core/types';

export interface Fact {
  readonly triple: Triple;
  /** 0..10; 5 = nobody else mentions it. */
  readonly credibility: number;
  readonly title: string;
}

export interface CredibilityReason {
  readonly label: string;
  /** Signed push on the log-odds. */
  readonly push: number;
  readonly document: string | null;
  readonly sentence: string | null;
}

export interface FactsProgress {
  readonly done: number;
  readonly total: number;
  readonly triples: number;
  readonly rejectedLines: number;
  /** Passages whose triples were compared with other sources; follows `done`. */
  readonly checked?: number;
  readonly running: boolean;
}

export interface FactQuery {
  readonly text: string;
  readonly entity: string | null;
  readonly sort: 'credibility' | 'document';
  readonly limit: number;
}

export interface FactsApi {
  extractFacts(onProgress: (progress: FactsProgress) => void, signal: AbortSignal): Promise<void>;
  factsProgress(): Promise<FactsProgress>;
  facts(query: FactQuery): Promise<{ readonly facts: readonly Fact[]; readonly total: number }>;
  /** Entities by how many facts name them. */
  entities(
    prefix: string,
    limit: number,
  ): Promise<readonly { readonly name: string; readonly facts: number }[]>;
  whyCredible(id: TripleId): Promise<readonly CredibilityReason[]>;
}
