import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { keepOf, type BuildManifest, type BuiltFile } from '../../src/engine/offline/manifest.ts';

const fileName = 'service-worker.js';

/**
 * After the build: lists every file of it with size and hash, and builds `workers/service.worker.ts`
 * with that list inside, as one file at the root of the output.
 */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle(error) {
      if (error) return;
      const out = join(config.root, config.build.outDir);
      const manifest = await describe(out);
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        publicDir: false,
        define: { __BUILD_MANIFEST__: JSON.stringify(manifest) },
        build: {
          target: 'esnext',
          outDir: out,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(config.root, 'workers/service.worker.ts'),
            output: { format: 'iife', entryFileNames: fileName },
          },
        },
      });
    },
  };
}

async function describe(out: string): Promise<BuildManifest> {
  const files: BuiltFile[] = [];
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(out, full).split(sep).join('/');
    // A debugger asks for maps itself; the service worker cannot hold its own hash.
    if (!entry.isFile() || path === fileName || path.endsWith('.map')) continue;
    const bytes = await readFile(full);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ path, bytes: bytes.byteLength, sha256, keep: keepOf(path) });
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const whole = createHash('sha256');
  for (const { path, sha256 } of files) whole.update(`${path} ${sha256}\n`);
  return { version: whole.digest('hex').slice(0, 16), files };
}
