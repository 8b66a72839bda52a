"""Fits how the app should read a model's scores, on data neither trained on nor reported on.

    python calibrate.py reader|judge FOLDER TRAINED/held_out.jsonl [--json FILE]

FOLDER is what export.py wrote, held_out.jsonl what the training script put aside.

Judge: one temperature that makes its probabilities honest (of the claims told "80 %
entailed", 80 % are). Reader: a logistic map from the margin (best span minus "no
answer") to the probability that the passage answers and the span is right. Both on one
half of the held-out rows; the figures of the report come from the other half.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from data import Reading
from evaluate import answer_form
from inference import LABELS, Judge, Reader, softmax
from unanswerable import make_unanswerable


def reliability(confidence: np.ndarray, right: np.ndarray, bins: int = 10) -> tuple[list[dict], float]:
    """Per bin: how sure, how often right, how many. And the expected calibration error."""
    rows, error = [], 0.0
    for k in range(bins):
        inside = (confidence > k / bins) & (confidence <= (k + 1) / bins)
        if k == 0:
            inside |= confidence == 0
        if inside.any():
            sure, correct = float(confidence[inside].mean()), float(right[inside].mean())
            rows.append({"sure": round(sure, 3), "right": round(correct, 3), "count": int(inside.sum())})
            error += abs(sure - correct) * inside.mean()
    return rows, round(float(error), 4)


def fit_temperature(logits: np.ndarray, labels: np.ndarray) -> float:
    """The temperature with the least negative log-likelihood; one number, so a fine grid is enough."""
    grid = np.exp(np.linspace(np.log(0.4), np.log(4.0), 240))

    def loss(temperature: float) -> float:
        return float(-np.log(softmax(logits, temperature)[np.arange(len(labels)), labels] + 1e-9).mean())

    return round(float(min(grid, key=loss)), 3)


def calibrate_judge(judge: Judge, held_out: Path, limit: int) -> dict:
    with open(held_out, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    rows = [r for r in rows if r["label"] in LABELS]
    random.Random(0).shuffle(rows)
    rows = rows[:limit]
    logits = judge.logits([(r["premise"], r["hypothesis"]) for r in rows])
    labels = np.array([LABELS.index(r["label"]) for r in rows])
    half = len(rows) // 2
    temperature = fit_temperature(logits[:half], labels[:half])
    result = {"temperature": temperature, "fitted on": half, "reported on": len(rows) - half}
    for name, t in (("uncalibrated", 1.0), ("calibrated", temperature)):
        p = softmax(logits[half:], t)
        diagram, error = reliability(p.max(-1), p.argmax(-1) == labels[half:])
        result[name] = {"expected calibration error": error, "reliability": diagram}
    result["accuracy"] = round(float((logits[half:].argmax(-1) == labels[half:]).mean()), 4)
    return result


def calibrate_reader(reader: Reader, held_out: Path, limit: int, seed: int = 1234) -> dict:
    rng = random.Random(seed)
    with open(held_out, encoding="utf-8") as file:
        rows = [Reading(**json.loads(line)) for line in file]
    # about as many without an answer as with one, most of them of the kinds that retrieval brings
    shares = {"name": 0.25, "number": 0.08, "opposite": 0.08, "negated": 0.04, "removed": 0.25, "neighbour": 0.3}
    rows = rows + make_unanswerable(rows, rng, shares)
    rng.shuffle(rows)
    rows = rows[:limit]
    spans = reader.answers([(r.question, r.context) for r in rows])
    margins = np.array([s.margin for s in spans])

    def fits(row: Reading, text: str) -> bool:
        # A word more or less at the edges is still the right answer to show, though not an exact match
        gold, said = answer_form(row.answer), answer_form(text)
        return row.answerable and bool(gold) and bool(said) and (gold in said or said in gold)

    right = np.array([fits(r, s.text) for r, s in zip(rows, spans)])
    half = len(rows) // 2
    fitted = LogisticRegression(C=1e6).fit(margins[:half, None], right[:half])
    slope, offset = round(float(fitted.coef_[0, 0]), 4), round(float(fitted.intercept_[0]), 4)
    p = 1 / (1 + np.exp(-(slope * margins[half:] + offset)))
    diagram, error = reliability(p, right[half:])
    return {
        "slope": slope,
        "offset": offset,
        "meaning": "P(answerable and right) = 1 / (1 + exp(-(slope * (span score - null score) + offset)))",
        "fitted on": half,
        "reported on": len(rows) - half,
        "right among them": round(float(right[half:].mean()), 3),
        "AUC": round(float(roc_auc_score(right[half:], p)), 3),
        "expected calibration error": error,
        "reliability": diagram,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["reader", "judge"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("held_out", type=Path)
    parser.add_argument("--limit", type=int, default=2000)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if args.kind == "judge":
        result = calibrate_judge(Judge(args.folder), args.held_out, args.limit)
    else:
        result = calibrate_reader(Reader(args.folder), args.held_out, args.limit)
    text = json.dumps(result, indent=1)
    print(text)
    if args.json:
        args.json.write_text(text)


if __name__ == "__main__":
    main()
