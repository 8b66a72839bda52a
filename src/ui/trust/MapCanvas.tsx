import { createEffect, createMemo, on, onCleanup, onMount, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { count } from '../shared/format';
import { createMedia } from '../shared/media';
import { fit, type Camera } from './camera';
import { createGestures, type Gestures } from './create-gestures';
import { createPlaces } from './create-places';
import type { TrustMapState } from './create-trust-map';
import { drawMap, type Scene } from './draw-map';
import { hitAt, type Hit } from './hit';
import { edgeName, type MapModel } from './map-model';
import { readPalette, type Palette } from './palette';

const noHit = -1;
const step = 60;
const finger = 14;
const largeMap = 1500;
const restMs = 180;
const mouse = 6;

/** The map itself. Only this draws; where things are comes from the layout's worker. */
export function MapCanvas(props: {
  readonly model: MapModel;
  readonly state: TrustMapState;
  readonly onChosen: () => void;
}): JSX.Element {
  const { theme } = useServices();
  const dark = createMedia('(prefers-color-scheme: dark)');
  const still = createMedia('(prefers-reduced-motion: reduce)');
  let box!: HTMLDivElement;
  let canvas!: HTMLCanvasElement;
  let camera: Camera = { k: 1, x: 0, y: 0 };
  let gestures: Gestures | null = null;
  let palette: Palette | null = null;
  let hovered: Hit = null;
  let size = { width: 0, height: 0 };
  /** Until the person moves the map it follows what it shows. */
  let follows = true;
  let frame = 0;
  let swift = false;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const places = createPlaces(
    () => props.model,
    still,
    () => {
      const { width, height } = box.getBoundingClientRect();
      return width > 0 && height > 0 ? width / height : innerWidth / innerHeight;
    },
    () => (follows ? fitAll() : draw()),
  );

  const chosenNode = createMemo(() => {
    const choice = props.state.chosen();
    return choice?.kind === 'node' ? (props.model.indexOf.get(choice.node.id) ?? noHit) : noHit;
  });
  const chosenEdge = createMemo(() => {
    const choice = props.state.chosen();
    if (choice?.kind !== 'edge') return noHit;
    const name = edgeName(choice.edge);
    return props.model.edges.findIndex((edge) => edgeName(edge) === name);
  });

  /** A large map is drawn swiftly, and finely once it rests. */
  function draw(): void {
    const { model } = props;
    swift = model.nodes.length + model.edges.length > largeMap;
    clearTimeout(resting);
    if (swift)
      resting = setTimeout(() => {
        swift = false;
        paint();
      }, restMs);
    paint();
  }
  function paint(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const canvas2d = canvas.getContext('2d');
      if (!canvas2d || size.width === 0) return;
      const ratio = Math.min(2, devicePixelRatio || 1);
      const [w, h] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
      canvas2d.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawMap(canvas2d, scene());
      canvas.dataset['at'] = `${camera.k.toFixed(3)} ${camera.x.toFixed(0)} ${camera.y.toFixed(0)}`;
    });
  }
  function scene(): Scene {
    return {
      model: props.model,
      places: places.now(),
      shown: props.state.shown(),
      camera,
      swift,
      palette: (palette ??= readPalette(box)),
      ...size,
      chosenNode: chosenNode(),
      chosenEdge: chosenEdge(),
      hoveredNode: hovered?.kind === 'node' ? hovered.index : noHit,
      hoveredEdge: hovered?.kind === 'edge' ? hovered.index : noHit,
    };
  }
  function fitAll(): void {
    follows = true;
    const { width, height } = size;
    gestures?.show(fit(places.now(), props.state.shown().nodes, width, height));
    draw();
  }

  onMount(() => {
    gestures = createGestures(canvas, (next, byHand) => {
      camera = next;
      if (byHand) follows = false;
      draw();
    });
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      size = { width, height };
      if (follows) fitAll();
      else draw();
    });
    observer.observe(box);
    onCleanup(() => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(resting);
    });
  });
  createEffect(
    on([theme.theme, dark], () => {
      // After the page has taken the theme over.
      palette = null;
      queueMicrotask(draw);
    }),
  );
  createEffect(on([chosenNode, chosenEdge, () => props.model], draw));
  createEffect(on(props.state.shown, () => (follows ? fitAll() : draw()), { defer: true }));

  const pointOf = (event: MouseEvent): readonly [number, number] => {
    const { left, top } = canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const hit = (event: MouseEvent, slack: number): Hit =>
    hitAt(props.model, places.now(), props.state.shown(), camera, pointOf(event), slack);
  const hover = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const next = hit(event, mouse);
    if (next?.kind === hovered?.kind && next?.index === hovered?.index) return;
    hovered = next;
    canvas.style.cursor = next ? 'pointer' : '';
    draw();
  };
  const press = (event: PointerEvent | MouseEvent) => {
    const isMouse = !('pointerType' in event) || event.pointerType === 'mouse';
    const found = hit(event, isMouse ? mouse : finger);
    const { model, state } = props;
    if (!found) state.choose(null);
    else if (found.kind === 'node') state.choose({ kind: 'node', node: model.nodes[found.index]! });
    else state.choose({ kind: 'edge', edge: model.edges[found.index]! });
    if (found) props.onChosen();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => gestures?.panBy(step, 0),
    ArrowRight: () => gestures?.panBy(-step, 0),
    ArrowUp: () => gestures?.panBy(0, step),
    ArrowDown: () => gestures?.panBy(0, -step),
    '+': () => gestures?.zoomBy(1.3),
    '=': () => gestures?.zoomBy(1.3),
    '-': () => gestures?.zoomBy(1 / 1.3),
    '0': fitAll,
    Escape: () => props.state.choose(null),
  };
  const onKey = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const summary = () => {
    const { model } = props;
    const kind = (wanted: string) => model.edges.filter((edge) => edge.kind === wanted).length;
    const files = model.nodes.filter((node) => node.kind === 'document').length;
    return `Trust map: ${count(files, 'file')}, ${count(kind('support'), 'agreement')}, ${count(kind('contradict'), 'contradiction')}. Arrow keys move it, plus and minus zoom, 0 shows all. The list has the same.`;
  };

  return (
    <div class="map-box" ref={box}>
      <canvas
        ref={canvas}
        class="map-canvas"
        data-testid="trust-canvas"
        data-settled={places.settled()}
        tabindex="0"
        role="img"
        aria-label={summary()}
        onPointerMove={hover}
        onPointerLeave={() => {
          hovered = null;
          draw();
        }}
        onClick={press}
        on:keydown={onKey}
      />
      <div class="map-buttons" role="group" aria-label="Zoom">
        <Button
          size="small"
          icon
          aria-label="Zoom in"
          data-testid="zoom-in"
          onClick={() => gestures?.zoomBy(1.4)}
        >
          +
        </Button>
        <Button
          size="small"
          icon
          aria-label="Zoom out"
          data-testid="zoom-out"
          onClick={() => gestures?.zoomBy(1 / 1.4)}
        >
          −
        </Button>
        <Button size="small" data-testid="zoom-fit" onClick={fitAll}>
          Fit
        </Button>
      </div>
      <Show when={!places.settled()}>
        <p class="visually-hidden">The map is being arranged.</p>
      </Show>
    </div>
  );
}
