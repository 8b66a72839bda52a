import { For, Show, type JSX } from 'solid-js';
import type { EvidenceChain, Triple } from '../../core/types';
import { formatRoute } from '../route';
import { Badge } from '../shared/Badge';
import { percent } from '../shared/format';

/** Reasoning chains: each fact an arrow from head to tail, a press leads to its sentence. */
export function Chains(props: { readonly chains: readonly EvidenceChain[] }): JSX.Element {
  return (
    <Show when={props.chains.length > 0}>
      <section class="section" aria-label="Chains">
        <h2>How facts were joined</h2>
        <ol class="stack">
          <For each={props.chains}>
            {(chain) => (
              <li class="card card-body chain" data-testid="chain">
                <div class="row small dim nums">
                  <Badge tone={chain.ended ? 'gold' : 'plain'}>
                    {chain.ended ? 'reached an end' : 'stopped at the limit'}
                  </Badge>
                  score {chain.score.toFixed(2)}
                </div>
                <ol class="chain-steps">
                  <For each={chain.triples}>
                    {(triple, index) => (
                      <Step
                        triple={triple}
                        probability={chain.steps[index()]?.probability ?? null}
                        reliability={chain.steps[index()]?.reliability ?? null}
                      />
                    )}
                  </For>
                </ol>
              </li>
            )}
          </For>
        </ol>
      </section>
    </Show>
  );
}

function Step(props: {
  readonly triple: Triple;
  readonly probability: number | null;
  readonly reliability: number | null;
}): JSX.Element {
  return (
    <li>
      <a
        class="chain-step"
        href={formatRoute({
          panel: 'viewer',
          document: props.triple.document,
          span: props.triple.sentence,
          citation: null,
        })}
      >
        <span class="chain-node">{props.triple.head}</span>
        <span class="chain-edge">
          <span>
            {props.triple.negated ? 'not ' : ''}
            {props.triple.relation}
          </span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <path d="M0 4h96" stroke="currentColor" vector-effect="non-scaling-stroke" />
          </svg>
        </span>
        <span class="chain-node">{props.triple.tail}</span>
      </a>
      <Show when={props.probability !== null}>
        <span class="small dim nums">
          chosen with {percent(props.probability ?? 0)}, reliability{' '}
          {(props.reliability ?? 0).toFixed(2)}
        </span>
      </Show>
    </li>
  );
}
