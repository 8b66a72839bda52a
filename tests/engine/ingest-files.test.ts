import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/core/settings';
import { createFileDerive } from '../../src/engine/pipeline/file-derive';
import { createMemoryStore } from '../../src/engine/storage/memory';
import type { ImportEvent, ImportFile } from '../../src/link/library';
import { createWatchedModels, never, openLibrary } from '../support/library';

const folder = new URL('../../../shared/data/files/', import.meta.url);
const sample = new URL('../../public/sample/', import.meta.url);

/** Small files of a folder, so that the test stays a matter of seconds. */
function filesOf(url: URL, mostBytes: number): ImportFile[] {
  return readdirSync(url, { recursive: true, encoding: 'utf8' })
    .filter((path) => {
      const stat = statSync(new URL(encodeURI(path), url));
      return stat.isFile() && stat.size <= mostBytes;
    })
    .map((path) => ({ path, file: new File([readFileSync(new URL(encodeURI(path), url))], path) }));
}

async function importAll(files: readonly ImportFile[]) {
  const models = createWatchedModels();
  const derive = createFileDerive(models, () => defaultSettings);
  const library = await openLibrary(createMemoryStore(), { models, derive });
  const events: ImportEvent[] = [];
  await library.importFiles(files, 'all', (event) => events.push(event), never());
  return { library, events };
}

describe('real files', () => {
  it.skipIf(!existsSync(sample))('of the sample library are all taken in', async () => {
    const files = filesOf(sample, 1e6);
    const { library, events } = await importAll(files);
    const taken = events.filter((event) => event.type === 'indexed').length;
    expect(taken).toBeGreaterThan(10);
    for (const record of await library.documents()) {
      const { parsed, passages } = await library.view(record.id);
      expect(passages.length, record.title).toBeGreaterThan(0);
      for (const { text, start, end } of passages) expect(text).toBe(parsed.text.slice(start, end));
    }
  });

  it.skipIf(!existsSync(folder))('that are awkward are each taken in or named', async () => {
    const files = filesOf(folder, 300_000);
    const { library, events } = await importAll(files);
    const fates = events.filter(({ type }) => ['indexed', 'skipped', 'failed'].includes(type));
    expect(fates).toHaveLength(files.length);
    for (const fate of fates)
      if (fate.type === 'failed' || fate.type === 'skipped') {
        expect(fate.error, fate.path).toMatch(
          /^Document(Unsupported|Empty|Encrypted|Damaged|NoText|TooLarge)$/,
        );
        expect(fate.reason.length).toBeGreaterThan(10);
      }
    expect(events.at(-1)).toMatchObject({ type: 'finished', cancelled: false });
    expect((await library.documents()).every(({ stage }) => stage === 'embedded')).toBe(true);
  });
});
