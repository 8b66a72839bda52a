import { For, Show, type JSX } from 'solid-js';
import type { Proposal } from '../../core/types';
import { TrustBadge } from '../shared/Badge';
import { percent } from '../shared/format';
import { Meter } from '../shared/Meter';

/** The answers that were considered, best first, with their fate. */
export function Proposals(props: { readonly proposals: readonly Proposal[] }): JSX.Element {
  return (
    <Show when={props.proposals.length > 0}>
      <section class="section" aria-label="Proposals">
        <h2>What was proposed</h2>
        <div class="table-scroll" role="region" aria-label="All proposals" tabindex="0">
          <table class="data-table">
            <thead>
              <tr>
                <th scope="col">Answer</th>
                <th scope="col">Fate</th>
                <th scope="col">Score</th>
                <th scope="col" class="num">
                  Sources
                </th>
                <th scope="col">Trust</th>
                <th scope="col" class="num" title="Logit of the span minus that of no answer">
                  Reader
                </th>
                <th scope="col" class="num" title="Entailed / contradicted, by the judge">
                  Judge
                </th>
              </tr>
            </thead>
            <tbody>
              <For each={props.proposals}>
                {(proposal) => (
                  <tr data-testid="proposal">
                    <td class="proposal-answer">{proposal.answer}</td>
                    <td class="candidate-fate">{proposal.fate}</td>
                    <td class="candidate-score">
                      <span class="nums">{proposal.score.toFixed(2)}</span>
                      <Meter value={proposal.score} label="Score" />
                    </td>
                    <td class="num">{proposal.sources}</td>
                    <td>
                      <TrustBadge trust={proposal.trust} showNumber />
                    </td>
                    <td class="num">{proposal.reader.toFixed(1)}</td>
                    <td class="num">
                      {percent(proposal.judgement.entailment)} /{' '}
                      {percent(proposal.judgement.contradiction)}
                    </td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </section>
    </Show>
  );
}
