import { createEffect, createMemo, createSignal, For, on, Show, type JSX } from 'solid-js';
import type { TrustEdge, TrustNode } from '../../link/trust';
import { TrustBadge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { count, percent } from '../shared/format';
import { ContradictedIcon, SupportedIcon } from '../shared/icons';
import type { TrustMapState } from './create-trust-map';
import { edgeName, type MapModel } from './map-model';

const page = 50;

/** The same nodes and edges as on the map, to be read and pressed: contradictions, agreements, files. */
export function MapList(props: {
  readonly model: MapModel;
  readonly state: TrustMapState;
  readonly onChosen: () => void;
}): JSX.Element {
  const relations = createMemo(() => {
    const { edges } = props.state.shown();
    return props.model.edges.filter((edge, k) => edges[k] === 1 && edge.kind !== 'source');
  });
  const files = createMemo(() => {
    const { nodes } = props.state.shown();
    return props.model.nodes
      .filter((node, i) => nodes[i] === 1 && node.kind === 'document')
      .sort((a, b) => a.trust - b.trust || a.label.localeCompare(b.label));
  });
  return (
    <div class="map-list" data-testid="map-list">
      <section aria-label="Contradictions and agreements">
        <h2>
          {count(relations().length, 'contradiction or agreement', 'contradictions and agreements')}
        </h2>
        <Paged items={relations()} what="relations">
          {(edge) => <Relation edge={edge} {...props} />}
        </Paged>
      </section>
      <section aria-label="Files">
        <h2>{count(files().length, 'file')}, least trusted first</h2>
        <Paged items={files()} what="files">
          {(file) => <File file={file} {...props} />}
        </Paged>
      </section>
    </div>
  );
}

interface Part {
  readonly model: MapModel;
  readonly state: TrustMapState;
  readonly onChosen: () => void;
}

function Relation(props: Part & { readonly edge: TrustEdge }): JSX.Element {
  const against = () => props.edge.kind === 'contradict';
  const title = (id: string) => {
    const { model } = props;
    return model.nodes[model.fileOf[model.indexOf.get(id) ?? -1] ?? -1]?.label ?? 'a file';
  };
  const chosen = () => {
    const choice = props.state.chosen();
    return choice?.kind === 'edge' && edgeName(choice.edge) === edgeName(props.edge);
  };
  return (
    <li>
      <button
        type="button"
        class="map-row"
        data-testid="relation-row"
        data-kind={props.edge.kind}
        aria-pressed={chosen()}
        onClick={() => {
          props.state.choose({ kind: 'edge', edge: props.edge });
          props.onChosen();
        }}
      >
        <span class="map-row-head">
          <span class="verdict" data-verdict={against() ? 'contradicted' : 'supported'}>
            {against() ? <ContradictedIcon /> : <SupportedIcon />}
            {against() ? 'Contradiction' : 'Agreement'}
          </span>
          <span class="small dim nums">{percent(props.edge.weight)} sure</span>
        </span>
        <span class="map-row-sides">
          <span>
            <span class="small dim">{title(props.edge.a)}</span>
            <span class="quote-line">{props.edge.relation?.textA}</span>
          </span>
          <span>
            <span class="small dim">{title(props.edge.b)}</span>
            <span class="quote-line">{props.edge.relation?.textB}</span>
          </span>
        </span>
      </button>
    </li>
  );
}

function File(props: Part & { readonly file: TrustNode }): JSX.Element {
  const passages = () => {
    const { nodes } = props.state.shown();
    return props.model.nodes.filter(
      (node, i) =>
        nodes[i] === 1 && node.kind === 'passage' && node.document === props.file.document,
    );
  };
  return (
    <li>
      <NodeRow node={props.file} {...props} />
      <Show when={passages().length > 0}>
        <ul class="map-passages" aria-label={`Passages of ${props.file.label}`}>
          <For each={passages()}>{(node) => <NodeRow node={node} {...props} />}</For>
        </ul>
      </Show>
    </li>
  );
}

function NodeRow(props: Part & { readonly node: TrustNode }): JSX.Element {
  const isFile = () => props.node.kind === 'document';
  const chosen = () => {
    const choice = props.state.chosen();
    return choice?.kind === 'node' && choice.node.id === props.node.id;
  };
  const said = () =>
    props.node.feedback === 'good'
      ? 'you trust it'
      : props.node.feedback === 'bad'
        ? 'you do not trust it'
        : '';
  const row = () => (
    <button
      type="button"
      class="map-row map-row-node"
      data-testid="node-row"
      data-node={props.node.id}
      aria-pressed={chosen()}
      onClick={() => {
        props.state.choose({ kind: 'node', node: props.node });
        props.onChosen();
      }}
    >
      <span class={isFile() ? 'truncate' : 'truncate quote-line'}>{props.node.label}</span>
      <span class="small dim">{said()}</span>
      <TrustBadge trust={props.node.trust} showNumber />
    </button>
  );
  return isFile() ? row() : <li>{row()}</li>;
}

/** Fifty at a time: thousands of rows would hold the page up. */
function Paged<T>(props: {
  readonly items: readonly T[];
  readonly what: string;
  readonly children: (item: T) => JSX.Element;
}): JSX.Element {
  const [most, setMost] = createSignal(page);
  createEffect(on(() => props.items.length, () => setMost(page), { defer: true })); // prettier-ignore
  return (
    <>
      <ul class="map-rows">
        <For each={props.items.slice(0, most())}>{(item) => props.children(item)}</For>
      </ul>
      <Show when={props.items.length > most()}>
        <Button size="small" onClick={() => setMost((now) => now + page)}>
          Show more {props.what}
        </Button>
      </Show>
    </>
  );
}
