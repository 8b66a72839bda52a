import type { JSX } from 'solid-js';
import type { Evidence, EvidenceCandidate } from '../../core/types';
import { count } from '../shared/format';
import { Meter } from '../shared/Meter';

/** How much of the two budgets the chosen passages use (Self-Correcting RAG, section 3.2). */
export function Budget(props: {
  readonly budget: Evidence['budget'];
  readonly candidates: readonly EvidenceCandidate[];
}): JSX.Element {
  const taken = () => props.candidates.filter((candidate) => candidate.taken).length;
  return (
    <section class="section" aria-label="Budget">
      <h2>What fitted in</h2>
      <div class="budget">
        <Bar
          label="Tokens"
          value={props.budget.tokens}
          max={props.budget.maxTokens}
          about={`${taken()} of ${count(props.candidates.length, 'passage')} taken`}
        />
        <Bar
          label="Redundancy"
          value={props.budget.redundancy}
          max={props.budget.maxRedundancy}
          about="How much the taken passages repeat each other"
        />
      </div>
    </section>
  );
}

function Bar(props: {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly about: string;
}): JSX.Element {
  return (
    <div class="card card-body stack">
      <p class="row row-apart">
        <strong>{props.label}</strong>
        <span class="nums">
          {Math.round(props.value)} <span class="dim">of {Math.round(props.max)}</span>
        </span>
      </p>
      <Meter
        value={props.max > 0 ? props.value / props.max : 0}
        label={`${props.label}: ${Math.round(props.value)} of ${Math.round(props.max)}`}
        tone={props.value > props.max ? 'bad' : 'gold'}
      />
      <p class="small dim">{props.about}</p>
    </div>
  );
}
