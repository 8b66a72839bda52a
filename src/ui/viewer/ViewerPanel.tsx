import {
  createMemo,
  createResource,
  createSignal,
  Match,
  onCleanup,
  onMount,
  Show,
  Switch,
  type JSX,
} from 'solid-js';
import type { DocumentId } from '../../core/types';
import type { DocumentView } from '../../link/library';
import type { ViewerRoute } from '../route';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { describeError } from '../shared/describe-error';
import { ArrowLeftIcon } from '../shared/icons';
import { Notice } from '../shared/Notice';
import { CitationSteps } from './CitationSteps';
import { DocumentAside } from './DocumentAside';
import { PdfView } from './PdfView';
import { TextView } from './TextView';

/** The source itself, at the words that were quoted. Escape goes back to where one came from. */
export default function ViewerPanel(): JSX.Element {
  const { router } = useServices();
  const route = createMemo<ViewerRoute | null>((before) => {
    const now = router.route();
    // Kept while the panel is on its way out, so that nothing flashes.
    return now.panel === 'viewer' ? now : before;
  }, null);
  return <Show when={route()}>{(now) => <Viewer route={now()} />}</Show>;
}

function Viewer(props: { readonly route: ViewerRoute }): JSX.Element {
  const { backend, router } = useServices();
  const [view] = createResource(
    () => props.route.document,
    (id) => backend.engine.view(id as DocumentId),
  );
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    router.leave();
  };
  onMount(() => addEventListener('keydown', onKey));
  onCleanup(() => removeEventListener('keydown', onKey));

  return (
    <div class="viewer">
      <div class="viewer-bar">
        <Button kind="quiet" size="small" data-testid="viewer-back" onClick={() => router.leave()}>
          <ArrowLeftIcon size={16} /> Back
        </Button>
        <strong class="truncate viewer-title">
          {view.state === 'ready' ? view().record.title : ''}
        </strong>
        <CitationSteps route={props.route} />
      </div>
      <Switch
        fallback={
          <p class="viewer-body dim" role="status">
            Opening the document…
          </p>
        }
      >
        <Match when={view.error as unknown}>
          {(error) => (
            <div class="viewer-body">
              <Notice tone="bad">
                {describeError(error())}
                <div class="row">
                  <Button size="small" onClick={() => router.leave()}>
                    Back
                  </Button>
                </div>
              </Notice>
            </div>
          )}
        </Match>
        <Match when={view.state === 'ready' && view()}>
          {(shown) => <Shown view={shown()} route={props.route} />}
        </Match>
      </Switch>
    </div>
  );
}

function Shown(props: { readonly view: DocumentView; readonly route: ViewerRoute }): JSX.Element {
  const { backend } = useServices();
  const isPdf = () => props.view.record.format === 'pdf';
  const [asText, setAsText] = createSignal(false);
  const [lost, setLost] = createSignal(false);
  const [failed, setFailed] = createSignal<unknown>(null);
  const drawsPages = () => isPdf() && !asText() && failed() === null;
  const marked = createMemo(
    () => inside(props.route.span, props.view.parsed.text.length),
    undefined,
    {
      equals: (a, b) => a?.[0] === b?.[0] && a?.[1] === b?.[1],
    },
  );

  return (
    <div class="viewer-body viewer-columns">
      <article class="viewer-document" aria-label={props.view.record.title}>
        <Show when={isPdf()}>
          <PageOrText
            asText={!drawsPages()}
            onChange={(text) => (setFailed(null), setAsText(text))}
          />
        </Show>
        <Show when={failed() !== null}>
          <Notice>
            The pages could not be drawn ({describeError(failed())}). This is their text.
          </Notice>
        </Show>
        <Show when={drawsPages() && lost() && marked()}>
          {(span) => (
            <Notice>
              The quoted words were not found on the drawn page; they are in its text:
              <p class="quote">{props.view.parsed.text.slice(...span())}</p>
              <div class="row">
                <Button size="small" onClick={() => setAsText(true)}>
                  Show the text
                </Button>
              </div>
            </Notice>
          )}
        </Show>
        <Show
          when={drawsPages()}
          fallback={<TextView parsed={props.view.parsed} marked={marked()} />}
        >
          <PdfView
            bytes={() => backend.engine.bytes(props.view.record.id)}
            parsed={props.view.parsed}
            marked={marked()}
            onLost={setLost}
            onFailed={(error) => setFailed(() => error)}
          />
        </Show>
      </article>
      <DocumentAside view={props.view} route={props.route} />
    </div>
  );
}

function PageOrText(props: {
  readonly asText: boolean;
  readonly onChange: (asText: boolean) => void;
}): JSX.Element {
  return (
    <div class="segmented" role="radiogroup" aria-label="Show">
      <label>
        <input
          type="radio"
          name="viewer-as"
          data-testid="view-pages"
          checked={!props.asText}
          onChange={() => props.onChange(false)}
        />
        Pages
      </label>
      <label>
        <input
          type="radio"
          name="viewer-as"
          data-testid="view-text"
          checked={props.asText}
          onChange={() => props.onChange(true)}
        />
        Text
      </label>
    </div>
  );
}

/** A span from an old link may lie outside of a document that was read anew. */
const inside = (span: ViewerRoute['span'], length: number): ViewerRoute['span'] =>
  span && span[1] <= length ? span : null;
