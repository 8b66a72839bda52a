import {
  createEffect,
  createResource,
  createSignal,
  For,
  Match,
  on,
  onCleanup,
  onMount,
  Show,
  Switch,
  type JSX,
} from 'solid-js';
import type { ParsedDocument, Span } from '../../core/types';
import { locateAcross, locateQuote, type Located } from './locate-quote';
import { pageAt } from './marks';
import { openPdf, TextLayer, type PDFDocumentProxy } from './pdf';

/**
 * A PDF as it looks, page by page, with its text over it for selecting and marking. `onLost` is
 * called when the marked words were not found on the drawn page.
 */
export function PdfView(props: {
  readonly bytes: () => Promise<ArrayBuffer>;
  readonly parsed: ParsedDocument;
  readonly marked: Span | null;
  readonly onLost: (lost: boolean) => void;
  readonly onFailed: (error: unknown) => void;
}): JSX.Element {
  const [pdf] = createResource(async () => {
    try {
      const opened = await openPdf(await props.bytes());
      const first = (await opened.getPage(1)).getViewport({ scale: 1 });
      return { opened, ratio: first.height / first.width };
    } catch (error) {
      props.onFailed(error);
      return null;
    }
  });
  onCleanup(() => void pdf.latest?.opened.destroy());
  const markedPage = () => (props.marked ? pageAt(props.parsed.pages, props.marked[0]) : null);
  const quote = () => (props.marked ? props.parsed.text.slice(...props.marked) : '');
  // Both pages of a quote that runs over a page break.
  const [spill, setSpill] = createSignal<readonly Located[]>([]);
  createEffect(on(quote, () => setSpill([])));

  return (
    <Show
      when={pdf()}
      fallback={
        <p class="dim" role="status">
          Drawing the pages…
        </p>
      }
    >
      {(ready) => (
        <div class="pdf-view" data-testid="pdf-view">
          <For each={Array.from({ length: ready().opened.numPages }, (_, n) => n + 1)}>
            {(number) => (
              <PdfPage
                pdf={ready().opened}
                number={number}
                ratio={ready().ratio}
                quote={markedPage() === number ? quote() : ''}
                spill={markedPage() === number - 1 ? spill() : []}
                onSpill={setSpill}
                onLost={props.onLost}
              />
            )}
          </For>
        </div>
      )}
    </Show>
  );
}

function PdfPage(props: {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly ratio: number;
  /** What to mark on this page; '' for nothing. */
  readonly quote: string;
  /** Parts of this page that belong to a quote of the page before. */
  readonly spill: readonly Located[];
  readonly onSpill: (parts: readonly Located[]) => void;
  readonly onLost: (lost: boolean) => void;
}): JSX.Element {
  const [near, setNear] = createSignal(false);
  const [ratio, setRatio] = createSignal(props.ratio);
  const [drawn, setDrawn] = createSignal<TextLayer | null>(null);
  const [state, setState] = createSignal<'waiting' | 'drawn' | 'failed'>('waiting');
  /** Width of the page in points; 0 until it is known. */
  let points = 0;
  let box!: HTMLDivElement;
  let canvas!: HTMLCanvasElement;
  let layer!: HTMLDivElement;

  // Pages are drawn when they come near, and stay.
  onMount(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { root: document.getElementById('main'), rootMargin: '600px' },
    );
    observer.observe(box);
    onCleanup(() => observer.disconnect());
    // The picture is stretched by the browser; the words over it must keep to it.
    const resized = new ResizeObserver(fitLayer);
    resized.observe(box);
    onCleanup(() => resized.disconnect());
  });

  function fitLayer(): void {
    if (points > 0)
      layer.style.setProperty('--total-scale-factor', String(box.clientWidth / points));
  }

  createEffect(() => {
    if (!near()) return;
    let stopped = false;
    let cancel = () => {};
    onCleanup(() => {
      stopped = true;
      cancel();
    });
    void (async () => {
      try {
        const page = await props.pdf.getPage(props.number);
        if (stopped) return;
        const unscaled = page.getViewport({ scale: 1 });
        setRatio(unscaled.height / unscaled.width);
        const scale = box.clientWidth / unscaled.width;
        const sharp = Math.min(2, devicePixelRatio || 1);
        const viewport = page.getViewport({ scale: scale * sharp });
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        points = unscaled.width;
        fitLayer();
        const task = page.render({ canvas, viewport });
        cancel = () => task.cancel();
        const text = new TextLayer({
          textContentSource: page.streamTextContent(),
          container: layer,
          viewport: page.getViewport({ scale }),
        });
        await Promise.all([task.promise, text.render()]);
        if (stopped) return;
        setDrawn(text);
        setState('drawn');
      } catch {
        if (!stopped) setState('failed');
      }
    })();
  });

  createEffect(() => {
    const text = drawn();
    const { quote, spill } = props;
    if (!text) return;
    void mark(text, quote, spill);
  });

  async function mark(text: TextLayer, quote: string, spill: readonly Located[]): Promise<void> {
    clearMarks(layer);
    if (spill.length > 0) wrap(text.textDivs, spill);
    if (!quote) return;
    const strings = text.textContentItemsStr;
    let here = locateQuote(strings, quote);
    if (!here && props.number < props.pdf.numPages) {
      const next = await (await props.pdf.getPage(props.number + 1)).getTextContent();
      const items = next.items.flatMap((item) => ('str' in item ? [item.str] : []));
      const across = locateAcross(strings, items, quote);
      if (across) {
        here = across[0];
        props.onSpill(across[1]);
      }
    }
    props.onLost(!here);
    if (!here) {
      box.scrollIntoView({ block: 'start' });
      return;
    }
    const [first] = wrap(text.textDivs, here);
    first?.scrollIntoView({ block: 'center' });
    first?.focus({ preventScroll: true });
  }

  // A page far down is not near anything: going to its quote brings it near.
  createEffect(() => {
    if (props.quote && !near()) box.scrollIntoView({ block: 'start' });
  });

  return (
    <figure class="pdf-page" aria-label={`Page ${props.number}`}>
      <div
        ref={box}
        class="pdf-sheet"
        data-state={state()}
        style={{ 'aspect-ratio': `1 / ${ratio()}` }}
      >
        <canvas ref={canvas} />
        <div ref={layer} class="textLayer" />
        <Switch>
          <Match when={state() === 'failed'}>
            <p class="pdf-failed dim">
              This page could not be drawn. Its text is in the text view.
            </p>
          </Match>
        </Switch>
      </div>
      <figcaption class="small dim nums">{props.number}</figcaption>
    </figure>
  );
}

function clearMarks(layer: HTMLElement): void {
  for (const mark of layer.querySelectorAll('mark')) {
    const parent = mark.parentElement;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}

/** Wraps the located parts; a part covers its words, not the white space around them. */
function wrap(divs: readonly HTMLElement[], parts: readonly Located[]): HTMLElement[] {
  const marks: HTMLElement[] = [];
  // From the last to the first: cutting a text leaves the offsets before the cut as they are.
  for (const { item, start, end } of [...parts].reverse()) {
    const node = divs[item]?.firstChild;
    if (!(node instanceof Text)) continue;
    const words = start > 0 ? node.splitText(start) : node;
    if (end - start < words.data.length) words.splitText(end - start);
    const mark = document.createElement('mark');
    mark.className = 'highlight';
    mark.dataset['testid'] = 'highlight';
    mark.tabIndex = -1;
    words.replaceWith(mark);
    mark.append(words);
    marks.unshift(mark);
  }
  return marks;
}
