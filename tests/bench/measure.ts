import { cpus } from 'node:os';

/** The machine and the runtime, for the first line of a benchmark. */
export function machine(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model.trim() ?? 'unknown CPU'}, Node ${process.version}`;
}

/**
 * Runs `work` on every input, once to warm up and three times timed; the fastest of the three counts,
 * as other processes can only slow a run down.
 * @returns results in order, and minimum, median and maximum over the inputs in milliseconds
 */
export function measure<Input, Result>(
  inputs: readonly Input[],
  work: (input: Input) => Result,
): { results: Result[]; min: number; median: number; max: number; text: string } {
  const times: number[] = [];
  const results = inputs.map((input) => {
    let fastest = Infinity;
    let result = work(input);
    for (let run = 0; run < 3; run++) {
      const start = performance.now();
      result = work(input);
      fastest = Math.min(fastest, performance.now() - start);
    }
    times.push(fastest);
    return result;
  });
  times.sort((a, b) => a - b);
  const [min, median, max] = [times[0]!, times[times.length >> 1]!, times.at(-1)!];
  const text = `min ${min.toFixed(1)}, median ${median.toFixed(1)}, max ${max.toFixed(1)} ms`;
  return { results, min, median, max, text };
}
