"""Measures exported models on the sets that were kept out of training.

    python evaluate.py reader|judge|teacher DATA FOLDER [--count 1000] [--precision q8|float] [--premise nearest] [--reader READER] [--json FILE]

FOLDER is what export.py wrote; for a teacher, what train_teacher.py wrote. With READER, another such folder, a judge is also asked about what that reader reads. Nothing here is used for training or calibration.
"""

import argparse
import json
import random
import re
import string
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from data import content_words, read_rows, sentence_spans
from inference import LABELS, Judge, Reader


def answer_form(text: str) -> str:
    """SQuAD's own normalisation: case, punctuation and articles do not count."""
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def f1(predicted: str, gold: str) -> float:
    a, b = answer_form(predicted).split(), answer_form(gold).split()
    if not a or not b:
        return float(a == b)
    shared = sum((Counter(a) & Counter(b)).values())
    return 2 * shared / (len(a) + len(b))


def percent(values) -> float:
    return round(100 * float(np.mean(values)), 1)


def squad_dev(data: Path, count: int) -> list[dict]:
    rows = read_rows(data / "reading/squad11_dev.jsonl.gz")
    random.Random(0).shuffle(rows)
    return rows[:count]


def mentions(text: str, answers: list[str]) -> bool:
    padded = f" {answer_form(text)} "
    return any(f" {answer_form(a)} " in padded for a in answers if answer_form(a))


def evaluate_reader(reader: Reader, data: Path, count: int) -> dict:
    result = {}
    rows = squad_dev(data, count)
    spans = reader.answers([(r["question"], r["context"]) for r in rows])
    result["squad_dev"] = {
        "questions": len(rows),
        "EM": percent([max(answer_form(s.text) == answer_form(g["text"]) for g in r["answers"]) for r, s in zip(rows, spans)]),
        "F1": percent([max(f1(s.text, g["text"]) for g in r["answers"]) for r, s in zip(rows, spans)]),
        "answered": percent([s.margin > 0 for s in spans]),
    }
    # a passage the app is likely to be given: with the article's title in front
    titled = reader.answers([(r["question"], r["title"].replace("_", " ") + "\n" + r["context"]) for r in rows[: count // 2]])
    result["squad_dev"]["EM with title line"] = percent(
        [max(answer_form(s.text) == answer_form(g["text"]) for g in r["answers"]) for r, s in zip(rows, titled)]
    )

    rows = read_rows(data / "qa/squad2_abstain.jsonl.gz")
    spans = reader.answers([(r["question"], r["passages"][0]["text"]) for r in rows])
    answerable = np.array([len(r["answers"]) > 0 for r in rows])
    margins = np.array([s.margin for s in spans])
    result["squad2_abstain"] = {
        "questions": len(rows),
        "AUC": round(float(roc_auc_score(answerable, margins)), 3),
        "answered when answerable": percent(margins[answerable] > 0),
        "answered when not": percent(margins[~answerable] > 0),
        "best accuracy over thresholds": percent(best_threshold_accuracy(answerable, margins)),
    }

    # Retrieved passages of real questions: does it answer where the answer stands, and hold back where it does not?
    for name in ("cram_nq", "cram_trivia"):
        pairs, has, golds = [], [], []
        for row in read_rows(data / f"qa/{name}.jsonl.gz")[: count // 8]:
            for passage in row["passages"]:
                if passage["label"] != "false":
                    pairs.append((row["question"], passage["text"]))
                    has.append(mentions(passage["text"], row["answers"]))
                    golds.append(row["answers"])
        spans = reader.answers(pairs)
        right = [any(answer_form(s.text) == answer_form(a) for a in g) for s, g in zip(spans, golds)]
        result[name] = {
            "passages": len(pairs),
            "EM where the passage has the answer": percent([r for r, h in zip(right, has) if h]),
            "AUC has the answer": round(float(roc_auc_score(has, [s.margin for s in spans])), 3),
            "AUC best span is right": round(float(roc_auc_score(right, [s.margin for s in spans])), 3),
        }
    return result


def best_threshold_accuracy(truth: np.ndarray, scores: np.ndarray) -> float:
    return max(float(np.mean(truth == (scores > t))) for t in [-1e9, *scores])


def nli_by_source(judge: "Judge | NearestSentences", data: Path, per_source: int) -> dict[str, float]:
    """Accuracy per source. Sources that have only two of the labels are judged on those two."""
    groups = defaultdict(list)
    for row in read_rows(data / "nli/eval.jsonl.gz"):
        groups[row["source"]].append(row)
    result = {}
    for source, rows in sorted(groups.items()):
        rows = random.Random(0).sample(rows, min(per_source, len(rows)))
        probabilities = judge.probabilities([(r["premise"], r["hypothesis"]) for r in rows])
        gold = [r["label"] for r in rows]
        kinds = Counter(gold)
        if "not_entailment" in kinds or "contradiction" not in kinds:
            right = [(g == "entailment") == (p.argmax() == 0) for g, p in zip(gold, probabilities)]
        elif kinds["neutral"] < 10:
            right = [(g == "entailment") == (p[0] > p[2]) for g, p in zip(gold, probabilities)]
        else:
            right = [LABELS[p.argmax()] == g for g, p in zip(gold, probabilities)]
        result[source] = percent(right)
    result["macro"] = round(float(np.mean(list(result.values()))), 1)
    return result


class NearestSentences:
    """A judge that is given of a passage only the sentence nearest to the claim, with the one before and the one after."""

    def __init__(self, judge: Judge):
        self.judge = judge

    def probabilities(self, pairs: list[tuple[str, str]]) -> np.ndarray:
        return self.judge.probabilities([(nearest(premise, claim), claim) for premise, claim in pairs])


def nearest(premise: str, claim: str) -> str:
    spans, wanted = sentence_spans(premise), content_words(claim)
    if len(spans) < 4:
        return premise
    best = max(range(len(spans)), key=lambda i: len(wanted & content_words(premise[slice(*spans[i])])))
    return premise[spans[max(0, best - 1)][0] : spans[min(len(spans) - 1, best + 1)][1]].strip()


def window(passage: str, title: str, at: int) -> str:
    """As the app cuts it: the sentence at `at` and its neighbours, alone where that is over 700 characters; the title first."""
    spans = sentence_spans(passage)
    i = next((i for i, (a, b) in enumerate(spans) if a <= at < b), 0)
    low, high = spans[max(0, i - 1)][0], spans[min(len(spans) - 1, i + 1)][1]
    text = passage[slice(*spans[i]) if high - low > 700 else slice(low, high)].strip()
    return text if not title or title.lower() in text.lower() else f"{title}. {text}"


def read_spans(judge: Judge | NearestSentences, reader: Reader, data: Path, questions: int) -> dict:
    """Can the judge tell right from wrong among what the reader reads? The answer's words always stand in the premise.

    SQuAD dev: the gold answer over its window against wrong spans of the same passage, and against spans of the most
    similar other passage. cram_*: among the spans of retrieved passages, those with an accepted answer against the rest.
    """
    from data import Reading
    from spans import similar, wrong

    rows = [
        Reading(r["question"].strip(), r["context"], r["answers"][0]["answer_start"], r["answers"][0]["text"], r["title"].replace("_", " "), "squad")
        for r in squad_dev(data, 2 * questions)
    ]
    others, passages = similar(rows)  # among twice as many, so that each has a neighbour
    rows = rows[:questions]
    pairs, kinds = [], []

    def ask(kind: str, row: Reading, answer: str, premise: str):
        pairs.append((premise, f"{row.question} {answer}"))
        kinds.append(kind)

    here = reader.best([(r.question, r.context) for r in rows], 12)
    there = reader.best([(r.question, passages[j][1]) for r, j in zip(rows, others)], 8)
    for row, j, own, other in zip(rows, others, here, there):
        ask("right", row, row.answer, window(row.context, row.title, row.start))
        for span in wrong(own, row.answer, 2):
            ask("wrong", row, span.text, window(row.context, row.title, span.start))
        if j >= 0:
            for span in wrong(other, row.answer, 2):
                ask("elsewhere", row, span.text, window(passages[j][1], passages[j][0], span.start))
    told = judge.probabilities(pairs)
    by = {kind: np.array([p for p, k in zip(told, kinds) if k == kind]) for kind in ("right", "wrong", "elsewhere")}

    def auc(high: np.ndarray, low: np.ndarray) -> float:
        return round(float(roc_auc_score([1] * len(high) + [0] * len(low), np.concatenate([high, low])[:, 0])), 3)

    result = {
        "SQuAD dev": {
            "questions": len(rows),
            "AUC right against wrong spans": auc(by["right"], by["wrong"]),
            "AUC right against spans elsewhere": auc(by["right"], by["elsewhere"]),
            "right entailed": percent(by["right"].argmax(-1) == 0),
            "wrong spans entailed": percent(by["wrong"].argmax(-1) == 0),
            "spans elsewhere entailed": percent(by["elsewhere"].argmax(-1) == 0),
        }
    }
    for name in ("cram_nq", "cram_trivia"):
        asked = [
            (row, p["title"], p["text"]) for row in read_rows(data / f"qa/{name}.jsonl.gz")[: questions // 4] for p in row["passages"] if p["label"] != "false"
        ]
        pairs, right = [], []
        for (row, title, text), spans in zip(asked, reader.best([(row["question"], text) for row, _, text in asked], 8)):
            for span in wrong(spans, "", 3):  # the best spans that share no word with one another
                pairs.append((window(text, title, span.start), f"{row['question']} {span.text}"))
                right.append(mentions(span.text, row["answers"]))
        told = judge.probabilities(pairs)
        chosen = np.array(right)
        result[name] = {
            "spans": len(pairs),
            "AUC right against wrong spans": auc(told[chosen], told[~chosen]),
            "right entailed": percent(told[chosen].argmax(-1) == 0),
            "wrong spans entailed": percent(told[~chosen].argmax(-1) == 0),
        }
    return result


def evaluate_judge(judge: Judge | NearestSentences, data: Path, count: int, reader: Reader | None = None) -> dict:
    from claims import denied_claims, question_claims

    result = {}
    if reader:
        result["spans the reader reads"] = read_spans(judge, reader, data, 3 * count // 10)
    rows = read_rows(data / "reading/squad11_dev.jsonl.gz")
    claims = question_claims(rows, random.Random(0))
    random.Random(0).shuffle(claims)
    claims = claims[:count]
    probabilities = judge.probabilities([(c.premise, c.hypothesis) for c in claims])
    told = defaultdict(list)
    for claim, p in zip(claims, probabilities):
        told[claim.source].append(LABELS[p.argmax()] == claim.label)
    answers = [(c.label == "entailment", p[0] - p[2]) for c, p in zip(claims, probabilities) if c.source != "unrelated"]
    result["claims over SQuAD dev"] = {k: percent(v) for k, v in sorted(told.items())}
    result["claims over SQuAD dev"] |= {"claims": len(claims), "AUC": round(float(roc_auc_score(*zip(*answers))), 3)}

    denied = denied_claims(rows, random.Random(0))
    random.Random(0).shuffle(denied)
    denied = denied[: count // 2]
    probabilities = judge.probabilities([(c.premise, c.hypothesis) for c in denied])
    told = defaultdict(list)
    for claim, p in zip(denied, probabilities):
        told["asserted: entailed" if claim.label == "entailment" else "denied: contradicted"].append(LABELS[p.argmax()] == claim.label)
    result["denied answers (same generator as the training: optimistic)"] = {k: percent(v) for k, v in sorted(told.items())}

    for name in ("cram_nq", "cram_trivia"):
        pairs, kinds = [], []
        for row in read_rows(data / f"qa/{name}.jsonl.gz")[: count // 12]:
            gold, wrong = row["answers"][0], row["wrongAnswer"]
            if not wrong:
                continue
            for passage in row["passages"]:
                text, false = passage["text"], passage["label"] == "false"
                if not mentions(text, [wrong] if false else row["answers"]):
                    continue
                own, other = (wrong, gold) if false else (gold, wrong)
                pairs += [(text, f"{row['question']} {own}"), (text, f"{row['question']} {other}")]
                kinds += [(false, True), (false, False)]
        probabilities = judge.probabilities(pairs)
        for false in (True, False):
            chosen = [(own, p) for (f, own), p in zip(kinds, probabilities) if f == false]
            result[f"{name}, {'false' if false else 'true'} passages"] = {
                "claims": len(chosen),
                "own answer entailed": percent([p.argmax() == 0 for own, p in chosen if own]),
                "own answer contradicted": percent([p.argmax() == 2 for own, p in chosen if own]),
                "other answer contradicted": percent([p.argmax() == 2 for own, p in chosen if not own]),
                "other answer entailed": percent([p.argmax() == 0 for own, p in chosen if not own]),
                "AUC": round(float(roc_auc_score([own for own, _ in chosen], [p[0] - p[2] for _, p in chosen])), 3),
            }
    result["nli/eval"] = nli_by_source(judge, data, max(50, count // 10))
    return result


def loaded(args: argparse.Namespace) -> "Judge | Teacher":
    if args.kind == "judge":
        return Judge(args.folder, args.precision)
    from teacher import Teacher

    return Teacher(args.folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["reader", "judge", "teacher"])
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="questions or claims of the largest set; the others in proportion")
    parser.add_argument("--precision", choices=["q8", "float"], default="q8")
    parser.add_argument("--premise", choices=["whole", "nearest"], default="whole", help="judge: the passage, or three sentences of it")
    parser.add_argument("--reader", type=Path, help="judge: also measured on what this exported reader reads")
    parser.add_argument("--only-spans", action="store_true")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if args.kind == "reader":
        result = evaluate_reader(Reader(args.folder, args.precision), args.data, args.count)
    else:
        judge = loaded(args)
        judge = NearestSentences(judge) if args.premise == "nearest" else judge
        reader = Reader(args.reader) if args.reader else None
        result = read_spans(judge, reader, args.data, 3 * args.count // 10) if args.only_spans else evaluate_judge(judge, args.data, args.count, reader)
    text = json.dumps(result, indent=1)
    print(text)
    if args.json:
        args.json.write_text(text)


if __name__ == "__main__":
    main()
