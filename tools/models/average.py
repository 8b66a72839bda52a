"""Averages the weights of several runs from the same start: often as good as an ensemble, at the price of one model.

    python average.py OUT RUN RUN ... [--weights 0.25 0.75]

With the start itself as one of the runs it is an interpolation: how far to go from the old weights to the new.
"""

import argparse
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file


def average(out: Path, runs: list[Path], weights: list[float] | None = None):
    weights = weights or [1 / len(runs)] * len(runs)
    states = [load_file(run / "model.safetensors") for run in runs]
    out.mkdir(parents=True, exist_ok=True)
    mean = {name: sum(w * s[name].float() for w, s in zip(weights, states, strict=True)).contiguous() for name in states[0]}
    save_file(mean, out / "model.safetensors", metadata={"format": "pt"})
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "held_out.jsonl"):
        if (runs[0] / name).exists():
            shutil.copyfile(runs[0] / name, out / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--weights", type=float, nargs="+", help="one per run, 1 in all; equal ones by default")
    args = parser.parse_args()
    average(args.out, args.runs, args.weights)
