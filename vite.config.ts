import { defaultClientConditions } from 'vite';
import solid from 'vite-plugin-solid';
import { defineConfig } from 'vitest/config';
import { hubPolicy } from './tools/vite/hub-policy.ts';
import { modelFiles } from './tools/vite/model-files.ts';
import { devHeaders, pageHead, previewHeaders } from './tools/vite/policy.ts';
import { serviceWorker } from './tools/vite/service-worker.ts';

/** `--mode e2e` builds the page as it is, and beside it the page that drives workers in tests. */
const harness = 'tests/e2e/support/harness.html';

export default defineConfig(({ mode }) => ({
  // Relative: the build works in any folder of any static host.
  base: './',
  // A missing file is a 404, not the start page.
  appType: 'mpa',
  plugins: [modelFiles(), hubPolicy(), solid(), pageHead(), serviceWorker()],
  // onnxruntime's loader comes as a file of its own, not a second time inside the worker.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  build: {
    target: 'esnext',
    outDir: mode === 'e2e' ? '.cache/e2e' : 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 7000,
    ...(mode === 'e2e' ? { rolldownOptions: { input: ['index.html', harness] } } : {}),
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        // By its name the service worker knows what is only kept once it was asked for.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => id.includes('@mlc-ai/web-llm/'))
            ? 'assets/web-llm-[hash].js'
            : 'assets/[name]-[hash].js',
      },
    },
  },
  optimizeDeps: {
    // What the workers import is found at the start, not at their first request, which would reload.
    entries: ['index.html', 'workers/*.ts'],
    exclude: ['@huggingface/transformers'],
  },
  // Builds and test results lie inside the project and are no source.
  server: {
    headers: devHeaders,
    watch: { ignored: ['**/.cache/**', '**/dist/**', '**/reports/**'] },
  },
  preview: { headers: previewHeaders },
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
  },
}));
