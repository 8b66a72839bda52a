import { createMemo, createSignal, onCleanup, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { EmptyState } from '../shared/EmptyState';
import { count, formatBytes } from '../shared/format';
import { LibraryIcon } from '../shared/icons';
import { Conflicts } from './Conflicts';
import { DropZone } from './DropZone';
import { collectionsOf, isProblem, orderRows, searchRows, type RowQuery } from './file-rows';
import { FileList } from './FileList';
import { FileToolbar } from './FileToolbar';
import { ImportCard } from './ImportCard';
import { KnownFolders } from './KnownFolders';
import { SyncDialog } from './SyncDialog';
import { Transfer } from './Transfer';
import { Unfinished } from './Unfinished';

/** What is in the library, and everything that puts documents in or takes them out. */
export default function LibraryPanel(): JSX.Element {
  const { library, intake } = useServices();
  const [query, setQuery] = createSignal<RowQuery>({
    text: '',
    collection: null,
    sort: 'name',
    descending: false,
    onlyProblems: false,
  });
  const all = library.rows;
  // Ordered once; a key stroke in the search then only filters.
  const ordered = createMemo(() => {
    const { sort, descending } = query();
    return sort === 'name' && !descending ? all() : orderRows(all(), sort, descending);
  });
  const problems = createMemo(() => all().filter(isProblem).length);
  const rows = createMemo(() => {
    const found = searchRows(ordered(), query().text, query().collection);
    return query().onlyProblems && problems() > 0 ? found.filter(isProblem) : found;
  });
  const collections = createMemo(() => collectionsOf(all()));
  // The list comes a task later: the panel and its first lines together would hold the page up.
  const [listed, setListed] = createSignal(false);
  const timer = setTimeout(() => setListed(true), 0);
  onCleanup(() => clearTimeout(timer));
  const isEmpty = () => library.state.loaded && all().length === 0 && !library.importing();

  return (
    <div class="panel panel-wide">
      <header class="panel-head">
        <div>
          <h1 tabindex="-1">Library</h1>
          <p class="nums">
            <Show
              when={!isEmpty()}
              fallback="Your documents stay in this browser. Nothing is uploaded."
            >
              {count(library.documents().length, 'document')}
              <Show when={library.state.storage?.usedBytes}>
                {(used) => <>, {formatBytes(used())} used in this browser</>}
              </Show>
            </Show>
          </p>
        </div>
        <Transfer empty={all().length === 0} />
      </header>

      <DropZone intake={intake} large={isEmpty()} collections={collections()} />
      <ImportCard intake={intake} />
      <Unfinished rows={all()} />
      <SyncDialog />

      <Show when={all().length > 0}>
        <KnownFolders intake={intake} />
        <Conflicts />
        <section class="section" aria-label="Files">
          <FileToolbar
            query={query()}
            onQuery={setQuery}
            collections={collections()}
            problems={problems()}
          />
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState
                title="No file matches"
                icon={<LibraryIcon size={32} />}
                actions={
                  <Button
                    onClick={() =>
                      setQuery((now) => ({
                        ...now,
                        text: '',
                        collection: null,
                        onlyProblems: false,
                      }))
                    }
                  >
                    Show all files
                  </Button>
                }
              >
                Try another word, or look in every collection.
              </EmptyState>
            }
          >
            <Show when={listed()}>
              <FileList rows={rows()} collections={collections().map(({ name }) => name)} />
            </Show>
          </Show>
        </section>
      </Show>
    </div>
  );
}
