import { Match, Switch, type JSX } from 'solid-js';
import type { Verdict as VerdictName } from '../../core/types';
import { ContradictedIcon, SupportedIcon, TrustLevelIcon, UnsupportedIcon } from './icons';
import { percent } from './format';
import { trustLevel } from './trust-level';
import { verdictNames } from './verdict-names';

/** A small grey label; `gold` for what was proved, `bad` for what failed. */
export function Badge(props: {
  readonly tone?: 'plain' | 'gold' | 'bad';
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <span class="badge" data-tone={props.tone ?? 'plain'}>
      {props.children}
    </span>
  );
}

/** The verdict of a sentence: a shape and a word, so that colour is never alone. */
export function Verdict(props: {
  readonly verdict: VerdictName;
  /** Probability of the verdict in [0, 1], shown on hover. */
  readonly probability?: number;
}): JSX.Element {
  return (
    <span
      class="verdict"
      data-testid="verdict"
      data-verdict={props.verdict}
      title={
        props.probability === undefined
          ? undefined
          : `${verdictNames[props.verdict]}, by the judge with ${percent(props.probability)}`
      }
    >
      <Switch>
        <Match when={props.verdict === 'supported'}>
          <SupportedIcon />
        </Match>
        <Match when={props.verdict === 'contradicted'}>
          <ContradictedIcon />
        </Match>
        <Match when={props.verdict === 'unsupported'}>
          <UnsupportedIcon />
        </Match>
      </Switch>
      {verdictNames[props.verdict]}
    </span>
  );
}

const levelWords = { high: 'HIGH', medium: 'MEDIUM', low: 'LOW' } as const;
const levelBars = { high: 3, medium: 2, low: 1 } as const;

/** Trust in [0, 1] as bars and a word: HIGH, MEDIUM or LOW trust by the thresholds of the settings. */
export function TrustBadge(props: {
  readonly trust: number;
  readonly showNumber?: boolean;
}): JSX.Element {
  const level = () => trustLevel(props.trust);
  return (
    <span class="trust" data-level={level()} title={`Trust ${props.trust.toFixed(2)} of 1`}>
      <TrustLevelIcon filled={levelBars[level()]} />
      {levelWords[level()]}
      <span class={props.showNumber ? 'nums' : 'visually-hidden'}>
        {props.showNumber ? props.trust.toFixed(2) : ' trust'}
      </span>
    </span>
  );
}
