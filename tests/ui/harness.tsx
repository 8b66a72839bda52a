/**
 * The page on the fake backend, for looking at it and for browser tests of the page alone. The query
 * says what to show (`nodes` and `edges` make up a trust map): `?library=island|empty|many|long|pdf&step=120&models=loading|failed&engine=elsewhere&storage=memory`.
 */
import type { BackendStatus } from '../../src/ui/context';
import { mount } from '../../src/ui/mount';
import { createFakeBackend, type FakeBackend } from '../support/fake-backend';
import type { FakeSource } from '../support/fake-documents';
import { fakeTrustMap } from '../support/fake-trust-map';
import { island, longText } from '../support/fake-island';
import { readPdf } from '../support/read-pdf';

const query = new URLSearchParams(location.search);

async function documents(): Promise<readonly FakeSource[]> {
  switch (query.get('library')) {
    case 'empty':
      return [];
    case 'many':
      return Array.from({ length: 2000 }, (_, n) => ({
        path: `archive/${1990 + (n % 35)}/letter-${String(n).padStart(4, '0')}.txt`,
        text: `Letter ${n}. The boat came late again.`,
        modified: Date.UTC(1990 + (n % 35), n % 12, 1 + (n % 28)),
      }));
    case 'long':
      return [...island, { path: 'books/long-book.md', text: longText(250) }];
    case 'pdf':
      return [
        ...island,
        await readPdf(
          'science/storm-petrel-census-2024.pdf',
          '/sample/science/petrels/storm-petrel-census-2024.pdf',
        ),
        await readPdf('admin/annual-report-2024.pdf', '/sample/admin/annual-report-2024.pdf'),
      ];
    default:
      return island;
  }
}

function status(): Partial<BackendStatus> {
  const loading = {
    state: 'loading',
    loaded: 11_800_000,
    total: 23_400_000,
    file: 'model.onnx',
  } as const;
  const models: BackendStatus['models'] | null =
    query.get('models') === 'loading'
      ? { embed: loading, judge: { ...loading, loaded: 3_100_000 }, read: loading }
      : query.get('models') === 'failed'
        ? {
            embed: { state: 'ready', device: 'wasm' },
            judge: {
              state: 'failed',
              name: 'ModelCorrupt',
              message: 'The file judge/model.onnx is not what it should be; load it again.',
            },
            read: { state: 'ready', device: 'wasm' },
          }
        : null;
  const engine: BackendStatus['engine'] | null =
    query.get('engine') === 'elsewhere'
      ? {
          state: 'failed',
          name: 'EngineElsewhere',
          message:
            'Only one tab at a time can work with the library. Close the other one, or use it there.',
        }
      : null;
  return { ...(models ? { models } : {}), ...(engine ? { engine } : {}) };
}

const root = document.getElementById('root');
if (root) {
  const sources = await documents();
  mount(root, () => {
    const backend = createFakeBackend({
      documents: sources,
      stepMs: Number(query.get('step') ?? 0),
      status: status(),
      ...(query.has('nodes')
        ? { trustMap: fakeTrustMap(Number(query.get('nodes')), Number(query.get('edges') ?? 0)) }
        : {}),
      storage: query.get('storage') === 'memory' ? 'memory' : 'indexeddb',
      statuses:
        query.get('library') === null && query.has('statuses')
          ? [
              {
                path: 'scans/minutes-1988.pdf',
                bytes: 812_000,
                status: 'failed',
                error: 'DocumentNoText',
                reason:
                  'All 4 pages are pictures without text. Run them through text recognition first, then add the file again.',
                document: null,
                collection: 'Documents',
              },
              {
                path: 'scans/harbour.png',
                bytes: 91_200,
                status: 'skipped',
                error: 'DocumentUnsupported',
                reason: 'Pictures are not read.',
                document: null,
                collection: 'Documents',
              },
              {
                path: 'scans/ledger-1902.txt',
                bytes: 51_200,
                status: 'waiting',
                error: null,
                reason: null,
                document: null,
                collection: 'Documents',
              },
            ]
          : [],
    });
    (globalThis as { fakeBackend?: FakeBackend }).fakeBackend = backend;
    return backend;
  });
}
