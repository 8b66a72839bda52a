import { For, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { count, formatLeft } from '../shared/format';
import { StopIcon } from '../shared/icons';
import { ProgressBar } from '../shared/Meter';
import type { Evaluation, EvaluationStep } from './create-evaluation';
import { modeChoices } from './mode-names';

/** Modes, how many questions, run, progress and stop. */
export function RunControls(props: { readonly evaluation: Evaluation }): JSX.Element {
  const { library, announcer } = useServices();
  const { evaluation } = props;
  const total = () => evaluation.set()?.questions.length ?? 0;
  const running = () => evaluation.step() !== null;
  const toggle = (name: string, on: boolean): void =>
    evaluation.setModes(
      modeChoices
        .map((mode) => mode.name)
        .filter((one) => (one === name ? on : evaluation.modes().includes(one))),
    );
  const missing = (): string | null => {
    if (library.importing()) return 'Documents are being indexed; wait until they are in.';
    if (total() === 0) return 'Choose questions first.';
    if (evaluation.modes().length === 0) return 'Choose at least one mode.';
    return null;
  };
  async function run(): Promise<void> {
    await evaluation.run();
    const end = evaluation.end();
    if (end?.state === 'done') announcer.say('The evaluation has finished.');
    if (end?.state === 'failed') announcer.say(`The evaluation failed: ${end.message}`);
  }

  return (
    <section class="card card-body stack section" aria-labelledby="evaluation-modes">
      <h2 id="evaluation-modes">Modes to compare</h2>
      <ul class="evaluation-modes">
        <For each={modeChoices}>
          {({ name, meaning }) => (
            <li>
              <label>
                <input
                  type="checkbox"
                  data-testid="evaluation-mode"
                  data-mode={name}
                  checked={evaluation.modes().includes(name)}
                  disabled={running()}
                  onChange={(event) => toggle(name, event.currentTarget.checked)}
                />
                <span>
                  <strong>{name}</strong> <span class="small dim">{meaning}</span>
                </span>
              </label>
            </li>
          )}
        </For>
      </ul>
      <div class="row">
        <label class="row">
          <span>Ask the first</span>
          <input
            class="input evaluation-limit"
            type="number"
            inputmode="numeric"
            data-testid="evaluation-limit"
            min={1}
            max={Math.max(1, total())}
            value={evaluation.limit()}
            disabled={running() || total() === 0}
            onChange={(event) => {
              const asked = Math.round(Number(event.currentTarget.value)) || 1;
              evaluation.setLimit(Math.min(Math.max(1, asked), Math.max(1, total())));
              event.currentTarget.value = String(evaluation.limit());
            }}
          />
          <span>{total() > 0 ? `of ${count(total(), 'question')}` : 'questions'}</span>
        </label>
      </div>
      <Show
        when={evaluation.step()}
        fallback={
          <div class="row">
            <Button
              kind="primary"
              data-testid="evaluation-run"
              disabled={missing() !== null}
              aria-describedby="evaluation-missing"
              onClick={() => void run()}
            >
              Run
            </Button>
            <span class="small dim" id="evaluation-missing">
              {missing() ??
                `${count(evaluation.limit() * evaluation.modes().length, 'answer')} to work out. Your settings apply, changed by each mode.`}
            </span>
          </div>
        }
      >
        {(step) => (
          <Progress step={step()} name={evaluation.set()?.name ?? ''} stop={evaluation.stop} />
        )}
      </Show>
    </section>
  );
}

function Progress(props: {
  readonly step: EvaluationStep;
  readonly name: string;
  readonly stop: () => void;
}): JSX.Element {
  const words = (): string => {
    const { phase, mode, done, total } = props.step;
    if (phase === 'models') return 'Waiting for the models';
    const of = total > 0 ? `: ${done} of ${total}` : '';
    if (phase === 'comparing') return `Comparing the documents first${of}`;
    if (phase === 'facts') return `Finding facts first${of}`;
    return `${props.name}, ${mode}: ${done} of ${total} questions`;
  };
  const value = (): number | null => {
    const { phase, done, total, asked, toAsk } = props.step;
    if (phase === 'asking') return toAsk > 0 ? asked / toAsk : null;
    return total > 0 ? done / total : null;
  };
  return (
    <div class="stack" data-testid="evaluation-progress" data-phase={props.step.phase}>
      <ProgressBar label="Progress of the evaluation" value={value()} />
      <div class="row row-apart">
        <span class="nums">
          {words()}
          <span class="dim">
            {props.step.leftMs === null ? '' : `, ${formatLeft(props.step.leftMs)}`}
          </span>
        </span>
        <Button data-testid="evaluation-stop" onClick={() => props.stop()}>
          <StopIcon /> Stop
        </Button>
      </div>
      <p class="small dim">It goes on while you are in another panel.</p>
    </div>
  );
}
