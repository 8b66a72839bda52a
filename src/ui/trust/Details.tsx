import { Match, Show, Switch, type JSX } from 'solid-js';
import type { TrustEdge, TrustNode, TrustReason } from '../../link/trust';
import type { Relation } from '../../core/types';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { TrustBadge } from '../shared/Badge';
import { Button, LinkButton } from '../shared/Button';
import { folderOf, percent } from '../shared/format';
import { CloseIcon } from '../shared/icons';
import { Thumbs } from '../shared/Thumbs';
import type { TrustMapState } from './create-trust-map';
import { Judgements, RelationSides } from './RelationSides';
import { Reasons } from './Reasons';

/** What was chosen on the map or in the list: a file, a passage, or two sentences. */
export function Details(props: {
  readonly state: TrustMapState;
  readonly onClose: () => void;
}): JSX.Element {
  const node = () => {
    const choice = props.state.chosen();
    return choice?.kind === 'node' ? choice.node : null;
  };
  const edge = () => {
    const choice = props.state.chosen();
    return choice?.kind === 'edge' ? choice.edge : null;
  };
  return (
    <section class="card card-body map-details" aria-label="Chosen" data-testid="map-details">
      <Switch>
        <Match when={node()}>
          {(one) => <NodeDetails node={one()} state={props.state} onClose={props.onClose} />}
        </Match>
        <Match when={edge()}>
          {(one) => <EdgeDetails edge={one()} state={props.state} onClose={props.onClose} />}
        </Match>
      </Switch>
    </section>
  );
}

interface Part {
  readonly state: TrustMapState;
  readonly onClose: () => void;
}

function NodeDetails(props: Part & { readonly node: TrustNode }): JSX.Element {
  const { library } = useServices();
  const isFile = () => props.node.kind === 'document';
  const record = () => library.documents().find(({ id }) => id === props.node.document);
  const file = () => {
    const model = props.state.model();
    return model?.nodes[model.indexOf.get(`document:${props.node.document}`) ?? -1];
  };
  const folders = () => [
    ...new Set((record()?.paths ?? []).map(folderOf).filter((folder) => folder !== '')),
  ];
  /** Thumbs on other files that moved this one; those on its own stand among the reasons. */
  const furtherRoots = () => {
    const own = new Set(
      props.state.reasons().flatMap(({ kind, other }) => (kind === 'feedback' ? [other] : [])),
    );
    return props.state.roots().filter(({ other }) => !own.has(other));
  };
  const onReason = ({ relation, other }: TrustReason) => {
    const model = props.state.model();
    const edge = relation && model?.edges.find((one) => one.relation && sameRelation(one.relation, relation)); // prettier-ignore
    const node = model?.nodes[model.indexOf.get(other ?? '') ?? -1];
    if (edge) props.state.choose({ kind: 'edge', edge });
    else if (node) props.state.choose({ kind: 'node', node });
  };
  return (
    <>
      <Head
        title={isFile() ? props.node.label : 'A passage'}
        kind={isFile() ? (record()?.paths[0] ?? 'File') : `In ${file()?.label ?? 'a file'}`}
        onClose={props.onClose}
      />
      <Show when={!isFile()}>
        <p class="quote">{props.node.label}</p>
      </Show>
      <p class="row row-apart">
        <TrustBadge trust={props.node.trust} showNumber />
        <LinkButton
          size="small"
          data-testid="open-node"
          href={formatRoute({
            panel: 'viewer',
            document: props.node.document,
            span: props.node.span,
            citation: null,
          })}
        >
          {isFile() ? 'Open the file' : 'Open the passage'}
        </LinkButton>
      </p>
      <div class="map-thumbs">
        <ThumbLine label={isFile() ? 'This file' : 'This passage'} target={props.node.id} />
        <Show when={!isFile()}>
          <ThumbLine label="Its file" target={`document:${props.node.document}`} />
        </Show>
        <Show when={isFile()}>
          {folders().map((folder) => (
            <ThumbLine label={`Folder ${folder}`} target={`folder:${folder}`} />
          ))}
        </Show>
      </div>
      <h3>Why this trust?</h3>
      <Show
        when={props.state.reasons().length > 0}
        fallback={<p class="small dim">Nothing is known of it: unknown is 0.50.</p>}
      >
        <Reasons reasons={props.state.reasons()} onReason={onReason} testId="why-trust" />
      </Show>
      <Show when={furtherRoots().length > 0}>
        <h3>Goes back to what you said elsewhere</h3>
        <Reasons reasons={furtherRoots()} onReason={onReason} testId="trust-roots" />
      </Show>
    </>
  );
}

const sameRelation = (x: Relation, y: Relation): boolean => x.a === y.a && x.b === y.b;

function EdgeDetails(props: Part & { readonly edge: TrustEdge }): JSX.Element {
  const against = () => props.edge.kind === 'contradict';
  const end = (id: string) => {
    const model = props.state.model();
    const node = model?.nodes[model.indexOf.get(id) ?? -1];
    const file = node && model?.nodes[model.indexOf.get(`document:${node.document}`) ?? -1];
    return { trust: node?.trust ?? 0.5, title: file?.label ?? '' };
  };
  const ends = () => [end(props.edge.a), end(props.edge.b)] as const;
  return (
    <Show when={props.edge.relation}>
      {(relation) => (
        <>
          <Head
            title={against() ? 'These disagree' : 'These agree'}
            kind={`${against() ? 'Contradiction' : 'Support'}, ${percent(props.edge.weight)} sure`}
            onClose={props.onClose}
          />
          <RelationSides
            relation={relation()}
            titles={[ends()[0].title, ends()[1].title]}
            trusts={[ends()[0].trust, ends()[1].trust]}
            from="map"
          />
          <Judgements relation={relation()} />
        </>
      )}
    </Show>
  );
}

function Head(props: {
  readonly title: string;
  readonly kind: string;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <header class="map-details-head">
      <div>
        <h2 tabindex="-1" id="map-chosen">
          {props.title}
        </h2>
        <p class="small dim">{props.kind}</p>
      </div>
      <Button
        kind="quiet"
        size="small"
        icon
        aria-label="Close"
        data-testid="map-close"
        onClick={() => props.onClose()}
      >
        <CloseIcon size={16} />
      </Button>
    </header>
  );
}

function ThumbLine(props: { readonly label: string; readonly target: string }): JSX.Element {
  return (
    <div class="trust-line" data-testid="map-thumbs" data-target={props.target}>
      <span class="truncate" title={props.label}>
        {props.label}
      </span>
      <Thumbs targets={[props.target]} from="map" what={props.label.toLowerCase()} />
    </div>
  );
}
