import { createMemo, Show, type JSX } from 'solid-js';
import type { Answer } from '../../core/types';
import { useServices } from '../services';
import { Button, LinkButton } from '../shared/Button';
import { EmptyState } from '../shared/EmptyState';
import { EvidenceIcon } from '../shared/icons';
import { Budget } from './Budget';
import { Candidates } from './Candidates';
import { Chains } from './Chains';
import { Proposals } from './Proposals';
import { SearchTree } from './SearchTree';
import { Stages } from './Stages';
import { Wording } from './Wording';

/** How an answer came about: what was found, taken and left, considered, chained and searched. */
export default function EvidencePanel(): JSX.Element {
  const { ask, router } = useServices();
  const answer = createMemo(() => {
    const route = router.route();
    if (route.panel !== 'evidence') return null;
    return (route.answer ? ask.find(route.answer) : ask.history[0]) ?? null;
  });
  return (
    <div class="panel panel-wide">
      <Show
        when={answer()}
        keyed
        fallback={
          <EmptyState
            title="No answer to explain yet"
            icon={<EvidenceIcon size={32} />}
            actions={
              <LinkButton kind="strong" href="#/ask">
                Ask something
              </LinkButton>
            }
          >
            After an answer, this shows every passage that was considered and why it was taken or
            left, what else was proposed, and how long each step took.
          </EmptyState>
        }
      >
        {(shown) => <Evidence answer={shown} />}
      </Show>
    </div>
  );
}

function Evidence(props: { readonly answer: Answer }): JSX.Element {
  const { ask, router } = useServices();
  const evidence = () => props.answer.evidence;
  const back = () => {
    // Still part of the conversation: no need to lose the rest of it.
    if (!ask.turns.some((turn) => turn.answer?.id === props.answer.id)) ask.open(props.answer);
    router.go({ panel: 'ask' });
  };
  return (
    <>
      <header class="panel-head" data-testid="evidence">
        <div>
          <h1 tabindex="-1">How this answer came about</h1>
          <p>
            {props.answer.question}{' '}
            <strong class="evidence-short">
              {props.answer.kind === 'answered' ? props.answer.short : 'Not in your documents'}
            </strong>
          </p>
        </div>
        <Button onClick={back}>To the answer</Button>
      </header>
      <Stages evidence={evidence()} />
      <Budget budget={evidence().budget} candidates={evidence().candidates} />
      <Proposals proposals={evidence().proposals} />
      <Wording draft={evidence().draft} />
      <Candidates candidates={evidence().candidates} />
      <Chains chains={evidence().chains} />
      <SearchTree tree={evidence().tree} />
    </>
  );
}
