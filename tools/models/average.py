"""Averages the weights of several runs from the same start: often as good as an ensemble, at the price of one model.

    python average.py OUT RUN RUN ...
"""

import argparse
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file


def average(out: Path, runs: list[Path]):
    states = [load_file(run / "model.safetensors") for run in runs]
    out.mkdir(parents=True, exist_ok=True)
    mean = {name: torch.stack([s[name].float() for s in states]).mean(0).contiguous() for name in states[0]}
    save_file(mean, out / "model.safetensors", metadata={"format": "pt"})
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "held_out.jsonl"):
        if (runs[0] / name).exists():
            shutil.copyfile(runs[0] / name, out / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    args = parser.parse_args()
    average(args.out, args.runs)
