import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, usage } from './arguments';
import { runEvaluation } from './run-evaluation';

/** `npm run evaluate`: question sets through the engine of the page, in Node. */
const controller = new AbortController();
process.once('SIGINT', () => {
  console.error(
    '\nStopping after the current question; what is done is kept. Run the same command to go on.',
  );
  controller.abort();
});

if (process.argv.includes('--help')) {
  console.log(usage);
} else {
  try {
    const options = readArguments(process.argv.slice(2));
    mkdirSync(options.out, { recursive: true });
    const { report, markdown } = await runEvaluation(
      options,
      (line) => process.stderr.write(`\r${line.padEnd(90)}`),
      controller.signal,
    );
    process.stderr.write('\n');
    writeFileSync(join(options.out, 'report.json'), `${JSON.stringify(report, null, 1)}\n`);
    writeFileSync(join(options.out, 'report.md'), markdown);
    console.log(markdown);
  } catch (error) {
    if (!controller.signal.aborted) {
      console.error(`\n${(error as Error).name}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  // Sessions of the native runtime keep the process alive.
  process.exit();
}
