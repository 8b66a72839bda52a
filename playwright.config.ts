import { defineConfig } from '@playwright/test';
import { browserFlags, executablePath } from './tests/e2e/support/browser';

const port = 4517;
// E2E_BUILT=1: the build of the last run is used again.
const build = process.env['E2E_BUILT'] ? '' : 'npx vite build --mode e2e && ';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // One browser at a time: models use every core there is.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  outputDir: '.cache/e2e-results',
  webServer: {
    command: `${build}npx vite preview --mode e2e --port ${port} --strictPort`,
    url: `http://localhost:${port}/`,
    timeout: 240_000,
    reuseExistingServer: false,
  },
  use: {
    baseURL: `http://localhost:${port}/`,
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: browserFlags },
  },
});
