"""The training loop both models share: token-sized batches, averaged weights, checkpoints, resume."""

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch


def token_batches(lengths: list[int], max_tokens: int, rng: random.Random, max_rows: int = 128) -> list[list[int]]:
    """Batches of about `max_tokens` padded tokens.

    Rows are sorted by length only inside chunks of 4096, so batches waste little
    padding and still differ from one epoch to the next.
    """
    order = list(range(len(lengths)))
    rng.shuffle(order)
    batches = []
    for at in range(0, len(order), 4096):
        batch, longest = [], 0
        for i in sorted(order[at : at + 4096], key=lambda i: lengths[i]):
            grown = max(longest, lengths[i])
            if batch and (grown * (len(batch) + 1) > max_tokens or len(batch) >= max_rows):
                batches.append(batch)
                batch, grown = [], lengths[i]
            batch.append(i)
            longest = grown
        if batch:
            batches.append(batch)
    rng.shuffle(batches)
    return batches


def pad(sequences: list[list[int]], value: int = 0) -> torch.Tensor:
    width = max(map(len, sequences))
    return torch.tensor([s + [value] * (width - len(s)) for s in sequences])


@dataclass
class Schedule:
    epochs: float
    learning_rate: float
    max_tokens: int = 4096
    warmup: float = 0.03
    # Minutes after which the learning rate has come down to zero whatever the step: on a shared
    # machine the speed is not known beforehand, and a run cut off before its rate has decayed is worth little.
    minutes: float | None = None
    # Share of the run at the full rate before it comes down in a straight line to zero.
    hold: float = 0.0
    # Decay of the running mean of the weights that is handed back in the end (0: the last weights).
    # The mean of the last 1 / (1 - mean) steps does what a long decay of the rate does, whenever the run ends.
    mean: float = 0.0
    seed: int = 0


def train(
    model: torch.nn.Module,
    lengths: list[int],
    loss_of: Callable[[torch.nn.Module, list[int]], torch.Tensor],
    schedule: Schedule,
    checkpoint: Path,
    checkpoint_every: int = 100,
) -> dict:
    """Trains in place. If `checkpoint` exists, goes on from there (same seed, same order of batches)."""
    torch.manual_seed(schedule.seed)
    trained = [p for p in model.parameters() if p.requires_grad]
    # weight decay pulls matrices towards zero; biases and norms have nothing to gain from it
    groups = [
        {"params": [p for p in trained if p.ndim >= 2], "weight_decay": 0.01},
        {"params": [p for p in trained if p.ndim < 2], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=schedule.learning_rate, fused=True)
    per_epoch = len(token_batches(lengths, schedule.max_tokens, random.Random(schedule.seed)))
    steps = int(per_epoch * schedule.epochs)
    step, spent, average = 0, 0.0, 0.0
    means = [p.detach().clone() for p in trained] if schedule.mean else []
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        step, spent, average, means = state["step"], state["spent"], state["average"], state["means"]
        print(f"resumed at step {step}", flush=True)
    print(f"{steps} steps, {per_epoch} an epoch", flush=True)
    model.train()
    began, cpu = time.time() - spent, time.process_time()

    def progress() -> float:
        by_step = step / steps
        by_time = (time.time() - began) / 60 / schedule.minutes if schedule.minutes else 0.0
        return max(by_step, by_time)

    first_step = step
    while progress() < 1:
        epoch, offset = divmod(step, per_epoch)
        for batch in token_batches(lengths, schedule.max_tokens, random.Random(schedule.seed + epoch))[offset:]:
            done = progress()
            if done >= 1:
                break
            rate = schedule.learning_rate * min(1.0, (step + 1) / (schedule.warmup * steps), (1 - done) / (1 - schedule.hold))
            for group in optimiser.param_groups:
                group["lr"] = rate
            loss = loss_of(model, batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimiser.step()
            average = 0.98 * average + 0.02 * loss.item()
            step += 1
            if means:
                # early on over few steps, so that the start is forgotten
                torch._foreach_lerp_(means, [p.detach() for p in trained], max(1 - schedule.mean, 9 / (9 + step)))
            if step % 20 == 0:
                seconds = time.time() - began
                print(f"{step} loss {average / (1 - 0.98**step):.4f} {seconds:.0f}s, {(time.process_time() - cpu) / (step - first_step):.2f} s of CPU a step, lr {rate:.2e} done {100 * progress():.1f}%", flush=True)
            if step % checkpoint_every == 0:
                state = {"model": model.state_dict(), "optimiser": optimiser.state_dict()}
                state |= {"step": step, "spent": time.time() - began, "average": average, "means": means}
                partial = checkpoint.with_suffix(".partial")
                torch.save(state, partial)
                os.replace(partial, checkpoint)  # a kill while saving must not leave half a file
    for parameter, value in zip(trained, means):
        parameter.data.copy_(value)
    return {"steps": step, "of": steps, "seconds": round(time.time() - began), "loss": round(average / (1 - 0.98**max(step, 1)), 4), "resumed_at": first_step}
