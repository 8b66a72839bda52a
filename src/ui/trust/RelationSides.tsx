import { For, type JSX } from 'solid-js';
import type { Judgement, Relation } from '../../core/types';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { TrustBadge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { percent } from '../shared/format';
import { ThumbUpIcon } from '../shared/icons';

interface Side {
  readonly target: string;
  readonly href: string;
  readonly title: string;
  /** Tells files of one title apart. */
  readonly path: string;
  readonly text: string;
  readonly trust: number;
}

/** Two sentences that agree or disagree, each with its file and trust; and which of them is right. */
export function RelationSides(props: {
  readonly relation: Relation;
  readonly titles: readonly [string, string];
  readonly trusts: readonly [number, number];
  /** Where it is shown, as feedback keeps it. */
  readonly from: string;
}): JSX.Element {
  const { feedback, library } = useServices();
  const path = (document: string) =>
    library.documents().find(({ id }) => id === document)?.paths[0] ?? '';
  const target = (side: 'a' | 'b') => `passage:${props.relation[side]}`;
  const sides = (): readonly [Side, Side] => {
    const { relation, titles, trusts } = props;
    const href = (document: string, span: readonly [number, number]) =>
      formatRoute({ panel: 'viewer', document, span, citation: null });
    return [
      {
        target: target('a'),
        href: href(relation.documentA, relation.spanA),
        title: titles[0],
        path: path(relation.documentA),
        text: relation.textA,
        trust: trusts[0],
      },
      {
        target: target('b'),
        href: href(relation.documentB, relation.spanB),
        title: titles[1],
        path: path(relation.documentB),
        text: relation.textB,
        trust: trusts[1],
      },
    ];
  };
  const against = () => props.relation.sign < 0;
  const right = (which: 0 | 1) => {
    const [own, other] = [sides()[which], sides()[1 - which]!];
    return (
      feedback.of(own.target) === 'good' && (!against() || feedback.of(other.target) !== 'good')
    );
  };
  const settle = (which: 0 | 1) =>
    void feedback.settle([sides()[which].target], [sides()[1 - which]!.target], props.from);
  const both = () => sides().every((side) => feedback.of(side.target) === 'good');
  return (
    <div class="relation-sides" data-testid="relation-sides">
      <For each={[0, 1] as const}>
        {(which) => {
          const side = () => sides()[which];
          return (
            <div class="relation-side" data-testid="relation-side" data-target={side().target}>
              <p class="quote">{side().text}</p>
              <p class="row row-apart small">
                <span class="relation-source">
                  <a href={side().href}>{side().title}</a> <span class="dim">{side().path}</span>
                </span>
                <TrustBadge trust={side().trust} showNumber />
              </p>
              {against() && (
                <Button
                  size="small"
                  data-testid="is-right"
                  aria-pressed={right(which)}
                  aria-label={`Right is what ${side().title} says: ${side().text}`}
                  onClick={() => settle(which)}
                >
                  <ThumbUpIcon size={16} /> This is right
                </Button>
              )}
            </div>
          );
        }}
      </For>
      {against() && (
        <p class="relation-both">
          <Button
            kind="quiet"
            size="small"
            data-testid="both-right"
            aria-pressed={both()}
            onClick={() => void feedback.settle([target('a'), target('b')], [], props.from)}
          >
            Both are right
          </Button>
        </p>
      )}
    </div>
  );
}

/** What the judge said, in both directions. */
export function Judgements(props: { readonly relation: Relation }): JSX.Element {
  const rows = (): readonly (readonly [string, Judgement])[] => [
    ['If the first is true, the second', props.relation.forward],
    ['If the second is true, the first', props.relation.backward],
  ];
  return (
    <table class="data-table judgements" data-testid="judgements">
      <caption class="small dim">What the judge model said of the two, with probabilities</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">Direction</span>
          </th>
          <th scope="col" class="num">
            is true
          </th>
          <th scope="col" class="num">
            is false
          </th>
          <th scope="col" class="num">
            is open
          </th>
        </tr>
      </thead>
      <tbody>
        <For each={rows()}>
          {([name, judged]) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="num">{percent(judged.entailment)}</td>
              <td class="num">{percent(judged.contradiction)}</td>
              <td class="num">{percent(judged.neutral)}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}
