"""Claims for the judge from what the reader really reads: the hardest wrong answers there are.

    python spans.py DATA READER OUT.jsonl [--questions 8000]

A judge trained on answers from elsewhere learns "do the answer's words stand in the premise?" and then
finds everything entailed that a reader reads out of a passage. So the exported READER reads each question
over its own passage and over the most similar other one. What it reads wrongly there is contradicted
(own passage) or left open (other passage). Premises are cut as the app cuts them: the sentence of the
answer with a neighbour on each side, the title before it.
"""

import argparse
import json
import random
from dataclasses import asdict
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from claims import Claim
from data import LeakGuard, Reading, content_words, load_readings, normalise, sentence_spans
from inference import Reader, Span
from statements import statement

SOURCES = {"squad", "routerlens", "nq", "policyqa", "covid"}
WINDOW = 700


def window(context: str, title: str, at: int, rng: random.Random) -> str:
    """The sentence at `at` with its neighbours, under 700 characters; sometimes the sentence alone or the whole passage."""
    spans = sentence_spans(context)
    i = next((i for i, (a, b) in enumerate(spans) if a <= at < b), 0)
    dice = rng.random()
    if dice < 0.2:
        first = last = i
    elif dice < 0.75:
        first, last = max(0, i - 1), min(len(spans) - 1, i + 1)
        if spans[last][1] - spans[first][0] > WINDOW:
            first = last = i
    else:
        first, last = 0, len(spans) - 1
    text = context[spans[first][0] : spans[last][1]].strip()
    return text if not title or title.lower() in text.lower() else f"{title}. {text}"


def similar(rows: list[Reading]) -> tuple[list[int], list[tuple[str, str]]]:
    """For each row the index of the most similar other passage without the answer, -1 for none; and all (title, passage)."""
    contexts = sorted({(r.title, r.context) for r in rows})
    index = {c: i for i, c in enumerate(contexts)}
    matrix = TfidfVectorizer(stop_words="english", sublinear_tf=True, dtype=np.float32).fit_transform([c[1] for c in contexts])
    best = []
    for at in range(0, len(rows), 512):
        part = rows[at : at + 512]
        scores = (matrix[[index[(r.title, r.context)] for r in part]] @ matrix.T).toarray()
        for k, row in enumerate(part):
            own = index[(row.title, row.context)]
            scores[k, own] = -1
            ranked = scores[k].argsort()[::-1][:20]
            best.append(next((int(j) for j in ranked if contexts[j][1] != row.context and normalise(row.answer) not in normalise(contexts[j][1])), -1))
    return best, contexts


def wrong(spans: list[Span], answer: str, most: int) -> list[Span]:
    """Spans that share no content word with the answer, and with each other, best first."""
    known, kept = content_words(answer) | set(normalise(answer).split()), []
    for span in spans:
        words = set(normalise(span.text).split())
        if words and not words & known and len(span.text) < 80:
            kept.append(span)
            known |= words
    return kept[:most]


def claims_of(rows: list[Reading], reader: Reader, rng: random.Random) -> list[Claim]:
    others, contexts = similar(rows)
    own = reader.best([(r.question, r.context) for r in rows], 12)
    elsewhere = reader.best([(r.question, contexts[j][1] if j >= 0 else r.context) for r, j in zip(rows, others)], 8)

    def word(row: Reading, answer: str) -> str:
        said = statement(row.question, answer) if rng.random() < 0.1 else None
        return said or f"{row.question} {answer}"

    made = []
    for row, j, here, there in zip(rows, others, own, elsewhere):
        made.append(Claim(window(row.context, row.title, row.start, rng), word(row, row.answer), "entailment", "right"))
        # what the reader adds around the answer does not make it wrong
        longer = [s for s in here if normalise(row.answer) in normalise(s.text) and normalise(row.answer) != normalise(s.text) and len(s.text) < len(row.answer) + 40]
        if longer and rng.random() < 0.4:
            made.append(Claim(window(row.context, row.title, row.start, rng), word(row, longer[0].text), "entailment", "right, longer"))
        for span in wrong(here, row.answer, 2):
            at = span.start if rng.random() < 0.6 else row.start
            made.append(Claim(window(row.context, row.title, at, rng), word(row, span.text), "contradiction", "wrong span"))
        if j < 0:
            continue
        title, context = contexts[j]
        for span in wrong(there, row.answer, 2):
            made.append(Claim(window(context, title, span.start, rng), word(row, span.text), "neutral", "span elsewhere"))
        if rng.random() < 0.3:
            made.append(Claim(window(context, title, rng.randrange(len(context)), rng), word(row, row.answer), "neutral", "right elsewhere"))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("reader", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--questions", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    guard = LeakGuard(args.data)
    rows = [r for r in load_readings(args.data, guard, rng) if r.source in SOURCES and r.answerable and len(r.answer) < 80]
    print(guard.report(), len(rows), "questions")
    rng.shuffle(rows)
    claims = claims_of(rows[: args.questions], Reader(args.reader, threads=args.threads), rng)
    rng.shuffle(claims)
    with open(args.out, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(c), ensure_ascii=False) + "\n" for c in claims)
    print(len(claims), "claims")


if __name__ == "__main__":
    main()
