"""Writes what one should know of a model next to it: metrics.json (read by programs) and MODEL_CARD.md (by people).

    python card.py reader|judge TRAINED FOLDER --evaluation FILE --calibration FILE --agreement FILE [--before FILE]

The card has only measured numbers; a limit that was found is written down in LIMITS, by hand.
"""

import argparse
import hashlib
import json
from pathlib import Path

TITLES = {
    "reader": "Reader: finds the span of a passage that answers a question, or tells that there is none",
    "judge": "Judge: does a passage entail, contradict or leave open a claim?",
}
SOURCES = {
    "reader": [
        "all-MiniLM-L6-v2 (Apache-2.0), the weights of the first round",
        "parts of the SQuAD 1.1 training set, Natural Questions with gold passages",
        "CovidQA, PolicyQA and the steps of 2WikiMultiHopQA questions (training part): some hundred rows each",
        "unanswerable questions made from these by rules (unanswerable.py)",
    ],
    "judge": [
        "all-MiniLM-L6-v2 (Apache-2.0), the weights of the first round",
        "sentence pairs: SNLI dev, counterfactual SNLI, ConjNLI, TENP, FEVER, FoolMeTwice, CovidFact, HealthVer, RTE, HELP, DNC, SciFact",
        "claims made by rules (claims.py) from parts of the SQuAD 1.1 training set and Natural Questions",
        "2WikiMultiHopQA (training part) for comparisons",
    ],
}
LIMITS = {
    "reader": [
        "English only; passages of up to 384 tokens with the question, answers of up to 30 tokens.",
        "Extracts: it cannot count, compare or answer yes or no; those questions belong to the judge.",
        "The margin over \"no answer\" is a help for abstaining, not a proof: questions altered in one word still often get an answer.",
    ],
    "judge": [
        "English only; premise and claim together up to 256 tokens, the end of a longer premise is lost.",
        "Follows the text, right or wrong: a planted falsehood entails its own claim. Truth needs more than one source.",
        "Long passages weaken it: an answer in one sentence of many is more often missed than in the sentence alone.",
    ],
}


def read(path: Path | None):
    return json.loads(path.read_text()) if path else None


def table(value: dict, depth: int = 0) -> list[str]:
    lines = []
    for key, entry in value.items():
        if isinstance(entry, dict):
            lines += [f"{'  ' * depth}- {key}", *table(entry, depth + 1)]
        elif not isinstance(entry, list):
            lines.append(f"{'  ' * depth}- {key}: {entry}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(TITLES))
    parser.add_argument("trained", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--evaluation", type=Path, required=True)
    parser.add_argument("--calibration", type=Path, required=True)
    parser.add_argument("--agreement", type=Path, required=True)
    parser.add_argument("--before", type=Path)
    args = parser.parse_args()
    file = args.folder / "onnx/model_quantized.onnx"
    metrics = {
        "kind": args.kind,
        "file": {"bytes": file.stat().st_size, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()},
        "training": read(args.trained / "training.json"),
        "evaluation of the int8 file": read(args.evaluation),
        "int8 against float": read(args.agreement),
        "calibration": read(args.calibration),
    }
    if args.before:
        metrics["evaluation before this round"] = read(args.before)
    (args.folder / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n")

    card = [f"# {TITLES[args.kind]}", "", "BERT, 6 layers of 384, 22.7 M parameters; int8 ONNX.", "", "## Trained on", ""]
    card += [f"- {s}" for s in SOURCES[args.kind]]
    card += ["", "Nothing it is measured on was trained on; overlapping rows are refused by the scripts.", "", "## Limits", ""]
    card += [f"- {s}" for s in LIMITS[args.kind]]
    card += ["", "## Measured (int8)", "", *table(metrics["evaluation of the int8 file"])]
    card += ["", "## int8 against float", "", *table(metrics["int8 against float"])]
    card += ["", "## Calibration", "", *table(metrics["calibration"]), ""]
    diagram = metrics["calibration"].get("reliability") or metrics["calibration"]["calibrated"]["reliability"]
    card += ["| how sure | how often right | count |", "|---|---|---|"]
    card += [f"| {d['sure']} | {d['right']} | {d['count']} |" for d in diagram]
    (args.folder / "MODEL_CARD.md").write_text("\n".join(card) + "\n")


if __name__ == "__main__":
    main()
