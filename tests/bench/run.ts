import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { machine } from './measure';

/**
 * `npm run bench`: every speed figure of the README in one run, one part after the other, each in a
 * process of its own so that none warms or crowds another. Ratios name their baseline of the same run.
 */
const parts = ['vectors', 'storage', 'trust', 'map', 'knapsack', 'mcts', 'facts', 'models', 'writer', 'page'] as const; // prettier-ignore
const wanted = process.argv.slice(2);
const report: Record<string, string[]> = {};
console.log(machine());
for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part)) continue;
  console.log(`\n== ${part}`);
  const { stdout, status } = spawnSync('npx', ['--no-install', 'tsx', `tests/bench/${part}.ts`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  process.stdout.write(stdout);
  report[part] = stdout.trimEnd().split('\n');
  if (status !== 0) process.exitCode = 1;
}
mkdirSync('reports', { recursive: true });
writeFileSync(
  'reports/bench.json',
  `${JSON.stringify({ machine: machine(), parts: report }, null, 1)}\n`,
);
console.log('\nreports/bench.json written');
