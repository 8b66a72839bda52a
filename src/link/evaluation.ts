import type { Report } from '../core/evaluation/report';

export interface EvaluationProgress {
  readonly set: string;
  readonly mode: string;
  readonly done: number;
  readonly total: number;
}

export interface EvaluationQuestion {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly wrongAnswer: string | null;
  /** Paths of documents that hold the answer, where known. */
  readonly support?: readonly string[];
}

export interface EvaluationApi {
  /** Runs questions against the library as it is, each mode on all of them; labels reach the metrics only. */
  evaluate(
    questions: readonly EvaluationQuestion[],
    modes: readonly string[],
    seed: number,
    onProgress: (progress: EvaluationProgress) => void,
    signal: AbortSignal,
  ): Promise<Report>;
}
