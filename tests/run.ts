/**
 * `npm test`: types, lint, unit and integration tests, then end to end in a real Chromium. Ends with
 * one line, `N passed, N failed, N skipped`, and with exit code 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const reports = mkdtempSync(join(tmpdir(), 'touchstone-tests-'));
const total: Tally = { passed: 0, failed: 0, skipped: 0 };

const chromium = findChromium();
check('types', ['tsc', '-b']);
check('lint', ['eslint', '.']);
check('format', ['prettier', '--check', '--log-level', 'warn', '.']);
unit();
endToEnd();
rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

function run(name: string, command: readonly string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${name}`);
  const { status } = spawnSync('npx', ['--no-install', ...command], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** A step that is one test: it passes or fails as a whole. */
function check(name: string, command: readonly string[]): void {
  if (run(name, command)) total.passed++;
  else {
    console.error(`${name} failed`);
    total.failed++;
  }
}

function unit(): void {
  const file = join(reports, 'unit.json');
  const ok = run('unit and integration', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = read<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(
    file,
  );
  add(
    {
      passed: report?.numPassedTests ?? 0,
      failed: report?.numFailedTests ?? 0,
      skipped: report?.numPendingTests ?? 0,
    },
    ok,
  );
}

function endToEnd(): void {
  const file = join(reports, 'e2e.json');
  const ok = run('end to end', ['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM: chromium,
  });
  const stats = read<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  }>(file)?.stats;
  add(
    {
      passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      failed: stats?.unexpected ?? 0,
      skipped: stats?.skipped ?? 0,
    },
    ok,
  );
}

/** A runner that failed without a failed test (a crash, no test found) is a failure as well. */
function add(tally: Tally, ok: boolean): void {
  total.passed += tally.passed;
  total.failed += tally.failed + (!ok && tally.failed === 0 ? 1 : 0);
  total.skipped += tally.skipped;
}

function read<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

/** The browser of the end-to-end tests; Debian's is installed when there is none and we may. */
function findChromium(): string {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const found = () =>
    places.find((place) => place !== undefined && place !== '' && existsSync(place));
  if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit' });
  }
  const browser = found();
  if (browser) return browser;
  console.error(
    'No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}
