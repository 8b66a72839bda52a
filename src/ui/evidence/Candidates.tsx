import { createMemo, createSignal, For, Show, type JSX } from 'solid-js';
import type { EvidenceCandidate } from '../../core/types';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { Badge, TrustBadge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { Meter } from '../shared/Meter';

const shownAtFirst = 12;
const score = (value: number | null, digits = 3): string =>
  value === null ? '–' : value.toFixed(digits);

/** Every passage that was considered, with each part of its score and why it was taken or left. */
export function Candidates(props: {
  readonly candidates: readonly EvidenceCandidate[];
}): JSX.Element {
  const [onlyTaken, setOnlyTaken] = createSignal(false);
  const [all, setAll] = createSignal(false);
  const best = createMemo(() => Math.max(...props.candidates.map((one) => one.score), 1e-9));
  const rows = createMemo(() => props.candidates.filter((one) => !onlyTaken() || one.taken));
  const shown = () => (all() ? rows() : rows().slice(0, shownAtFirst));
  return (
    <Show when={props.candidates.length > 0}>
      <section class="section" aria-label="Candidates">
        <div class="row row-apart">
          <h2>What was found</h2>
          <label class="row small">
            <input
              type="checkbox"
              checked={onlyTaken()}
              onChange={(event) => setOnlyTaken(event.currentTarget.checked)}
            />
            Only what was taken
          </label>
        </div>
        <div
          class="table-scroll candidates-scroll"
          role="region"
          aria-label="All candidates"
          tabindex="0"
        >
          <table class="data-table candidates">
            <thead>
              <tr>
                <th scope="col">Passage</th>
                <th scope="col">Fate</th>
                <th scope="col">Score</th>
                <th scope="col" class="num" title="Cosine of its vector to the question's">
                  Meaning
                </th>
                <th scope="col" class="num" title="BM25 over the words of the question">
                  Words
                </th>
                <th scope="col" class="num" title="Both lists fused by rank">
                  Fused
                </th>
                <th scope="col">Trust</th>
                <th scope="col" class="num">
                  Tokens
                </th>
                <th scope="col" class="num" title="100 times the mean cosine to other passages">
                  Repeats
                </th>
                <th scope="col" class="num" title="Near-copies share a group">
                  Group
                </th>
              </tr>
            </thead>
            <tbody>
              <For each={shown()}>
                {(candidate) => <Line candidate={candidate} best={best()} />}
              </For>
            </tbody>
          </table>
        </div>
        <Show when={!all() && rows().length > shownAtFirst}>
          <div class="row more-row">
            <Button size="small" onClick={() => setAll(true)}>
              Show all {rows().length}
            </Button>
          </div>
        </Show>
      </section>
    </Show>
  );
}

function Line(props: {
  readonly candidate: EvidenceCandidate;
  readonly best: number;
}): JSX.Element {
  const { backend, router, toasts } = useServices();
  // The passage knows its own place; candidates carry only its id.
  const open = async () => {
    const passage = await backend.engine.passage(props.candidate.passage).catch(() => null);
    if (!passage) toasts.show('This passage is no longer in the library.');
    else
      router.go({
        panel: 'viewer',
        document: passage.document,
        span: [passage.start, passage.end],
        citation: null,
      });
  };
  return (
    <tr data-testid="candidate" data-taken={props.candidate.taken}>
      <td class="candidate-words">
        <a
          href={formatRoute({
            panel: 'viewer',
            document: props.candidate.document,
            span: null,
            citation: null,
          })}
          onClick={(event) => {
            event.preventDefault();
            void open();
          }}
        >
          {props.candidate.title}
        </a>
        <span class="dim">
          {props.candidate.page === null ? '' : `, page ${props.candidate.page}`}
        </span>
        <p class="quote candidate-quote">{props.candidate.excerpt}</p>
      </td>
      <td class="candidate-fate">
        <Show when={props.candidate.taken} fallback={props.candidate.reason}>
          <Badge tone="gold">{props.candidate.reason}</Badge>
        </Show>
      </td>
      <td class="candidate-score">
        <span class="nums">{score(props.candidate.score)}</span>
        <Meter
          value={props.candidate.score / props.best}
          label="Score, against the best"
          tone={props.candidate.taken ? 'gold' : 'plain'}
        />
      </td>
      <td class="num">{score(props.candidate.cosine, 2)}</td>
      <td class="num">{score(props.candidate.bm25, 1)}</td>
      <td class="num">{score(props.candidate.fused)}</td>
      <td>
        <TrustBadge trust={props.candidate.trust} showNumber />
      </td>
      <td class="num">{props.candidate.tokens}</td>
      <td class="num">{Math.round(props.candidate.redundancy)}</td>
      <td class="num">{props.candidate.group}</td>
    </tr>
  );
}
