/** One metric: its mean, the bootstrapped 95 % interval, and over how many questions. */
export interface Metric {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

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
}

export interface EvaluationApi {
  /** Runs questions against the library as it is; the report has the shape of report.json. */
  evaluate(
    questions: readonly EvaluationQuestion[],
    modes: readonly string[],
    seed: number,
    onProgress: (progress: EvaluationProgress) => void,
    signal: AbortSignal,
  ): Promise<unknown>;
}
