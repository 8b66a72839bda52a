"""Checks the int8 file against the float one of the same export: same decisions, close scores.

    python agreement.py reader|judge DATA FOLDER [--count 400] [--json FILE]
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np

from data import read_rows
from evaluate import squad_dev
from inference import Judge, Reader


def compare(kind: str, data: Path, folder: Path, count: int) -> dict:
    if kind == "reader":
        pairs = [(r["question"], r["context"]) for r in squad_dev(data, count)]
        a, b = Reader(folder, "q8").answers(pairs), Reader(folder, "float").answers(pairs)
        same = [x.text == y.text for x, y in zip(a, b)]
        apart = [abs(x.margin - y.margin) for x, y in zip(a, b)]
    else:
        rows = random.Random(0).sample(read_rows(data / "nli/eval.jsonl.gz"), count)
        pairs = [(r["premise"], r["hypothesis"]) for r in rows]
        p, q = Judge(folder, "q8").probabilities(pairs), Judge(folder, "float").probabilities(pairs)
        same = p.argmax(-1) == q.argmax(-1)
        apart = np.abs(p - q).max(-1)
    return {
        "pairs": len(pairs),
        "same decision": round(100 * float(np.mean(same)), 1),
        "mean difference of the score": round(float(np.mean(apart)), 3),
        "MB": round((folder / "onnx/model_quantized.onnx").stat().st_size / 1e6, 1),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["reader", "judge"])
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    text = json.dumps(compare(args.kind, args.data, args.folder, args.count), indent=1)
    print(text)
    if args.json:
        args.json.write_text(text)
