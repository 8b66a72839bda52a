"""Reading the data folder, and keeping the evaluation sets out of it.

Every training row goes through one `LeakGuard`: a row that shares a question, a
paragraph or a sentence pair with something we evaluate on is refused, and the
number refused is printed. Texts are compared after normalisation, because the
same question often occurs with other capitals or spacing in another set.
"""

import gzip
import json
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path


def read_rows(path: Path) -> list[dict]:
    """One JSON object per line, gzipped."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_json(path: Path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def normalise(text: str) -> str:
    """Lower case, letters and digits only, single spaces."""
    return " ".join(re.findall(r"\w+", text.lower()))


class LeakGuard:
    """Knows the texts that may not be trained on."""

    def __init__(self, data: Path):
        self.refused = Counter()
        self.questions: set[str] = set()
        self.contexts: set[str] = set()
        self.pairs: set[tuple[str, str]] = set()
        for row in read_rows(data / "reading/squad11_dev.jsonl.gz"):
            self.questions.add(normalise(row["question"]))
            self.contexts.add(normalise(row["context"]))
        for path in sorted((data / "qa").glob("*.jsonl.gz")):
            for row in read_rows(path):
                if "question" in row:
                    self.questions.add(normalise(row["question"]))
        for row in read_rows(data / "nli/eval.jsonl.gz"):
            self.pairs.add((normalise(row["premise"]), normalise(row["hypothesis"])))

    def admits_reading(self, question: str, context: str, source: str) -> bool:
        if normalise(question) in self.questions or normalise(context) in self.contexts:
            self.refused[source] += 1
            return False
        return True

    def admits_pair(self, premise: str, hypothesis: str, source: str) -> bool:
        if (normalise(premise), normalise(hypothesis)) in self.pairs:
            self.refused[source] += 1
            return False
        return True

    def report(self) -> str:
        return f"refused as overlapping with evaluation data: {dict(self.refused)}"


@dataclass(frozen=True)
class Reading:
    """A question over a passage. `start` is -1 where the passage does not answer it."""

    question: str
    context: str
    start: int
    answer: str
    title: str
    source: str

    @property
    def answerable(self) -> bool:
        return self.start >= 0


STOP_WORDS = frozenset(
    "a an the of in on at to for from by with and or but is are was were be been being do does did has have had "
    "what which who whom whose when where why how many much that this these those it its as into than then "
    "there their his her he she they name called during about".split()
)


def content_words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if word not in STOP_WORDS}


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence; spans touch, so together they cover the text."""
    starts = [0] + [m.end() for m in re.finditer(r"(?<=[.!?])[\"')\]]?\s+(?=[A-Z0-9\"'(])", text)]
    return [(a, b) for a, b in zip(starts, starts[1:] + [len(text)]) if b > a]


def sentence_around(text: str, position: int) -> tuple[int, int]:
    for start, end in sentence_spans(text):
        if start <= position < end:
            return start, end
    return 0, len(text)


def locate(answer: str, context: str, question: str) -> int:
    """Where the answer most likely stands, for sets that give no offset.

    Among several occurrences, the one whose sentence shares most words with the
    question: taking the first would teach the reader to point at the wrong one.
    """
    if not answer.strip():
        return -1
    found = [m.start() for m in re.finditer(re.escape(answer), context)]
    # "19" must not be found inside "1984"
    whole = [
        i
        for i in found
        if not context[i - 1 : i].isalnum() and not context[i + len(answer) : i + len(answer) + 1].isalnum()
    ]
    if not whole:
        return -1
    wanted = content_words(question)

    def overlap(position: int) -> int:
        start, end = sentence_around(context, position)
        return len(wanted & content_words(context[start:end]))

    return max(whole, key=overlap)


def squad_json(document: dict):
    """(title, context, question, answer text, answer start) of a file in SQuAD's own layout."""
    for article in document["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                if qa.get("answers") and not qa.get("is_impossible"):
                    answer = qa["answers"][0]
                    yield article.get("title", ""), paragraph["context"], qa["question"], answer["text"], answer["answer_start"]


def crop(context: str, start: int, answer: str, rng: random.Random, size: int = 1100) -> tuple[str, int]:
    """A window of a long article around the answer, cut at spaces, the answer anywhere in it."""
    if len(context) <= size:
        return context, start
    room = max(0, size - len(answer))
    left = max(0, start - rng.randint(0, room))
    left = context.rfind(" ", 0, left + 1) + 1 if left else 0
    right = context.find(" ", min(len(context) - 1, left + size))
    window = context[left : right if right > 0 else len(context)]
    return window, start - left


def load_readings(data: Path, guard: LeakGuard, rng: random.Random) -> list[Reading]:
    """All answerable rows of the reading sets that may be trained on."""
    folder = data / "reading"
    found: list[Reading] = []

    def add(question: str, context: str, start: int, answer: str, title: str, source: str):
        stripped = answer.strip()
        start += len(answer) - len(answer.lstrip()) if start >= 0 else 0
        if start < 0 or not stripped or context[start : start + len(stripped)] != stripped:
            return
        if guard.admits_reading(question, context, source):
            found.append(Reading(question.strip(), context, start, stripped, title.replace("_", " "), source))

    for row in read_rows(folder / "squad11_train_part.jsonl.gz"):
        answer = row["answers"][0]
        add(row["question"], row["context"], answer["answer_start"], answer["text"], row["title"], "squad")

    for row in read_json(folder / "squad_routerlens4330_dev.json.gz"):
        start = locate(row["answer"], row["context"], row["question"])
        add(row["question"], row["context"], start, row["answer"], "", "routerlens")

    for row in read_rows(folder / "nq_oracle.jsonl.gz"):
        passage = row["ctxs"][0]
        for answer in row["answers"]:
            start = locate(answer, passage["text"], row["question"])
            if start >= 0:
                text, start = crop(passage["text"], start, answer, rng, 1500)
                add(row["question"], text, start, answer, passage["title"], "nq")
                break

    # The next two have long, loosely cut answers: three hundred each of the shorter ones
    # widen the register without teaching the reader to answer in whole sentences.
    extra: list[tuple] = []
    for name in ("policyqa_dev", "policyqa_test"):
        for title, context, question, answer, start in squad_json(read_json(folder / f"{name}.json.gz")):
            if len(answer) <= 60:
                extra.append((question, context, start, answer, title, "policyqa"))
    for _, context, question, answer, start in squad_json(read_json(folder / "covid_qa_200423_covidQA.json.gz")):
        if len(answer) <= 80:
            window, start = crop(context, start, answer, rng)
            extra.append((question, window, start, answer, "", "covid"))
    rng.shuffle(extra)
    taken = Counter()
    for row in extra:
        taken[row[-1]] += 1
        if taken[row[-1]] <= 300:
            add(*row)

    # 2Wiki decomposes a question into single steps; the gold triple of each step has its short answer.
    for row in read_rows(folder / "2wiki_train.jsonl.gz"):
        steps = row["qa_pairs"]
        steps = json.loads(steps) if isinstance(steps, str) else steps or []
        paragraphs = {title: " ".join(sentences) for title, sentences in row["context"]}
        supporting = [title for title, _ in row["supporting_facts"]]
        for step, triple in zip(steps, row["evidences"]):
            answer = triple[2]
            for title in dict.fromkeys(supporting):
                text = paragraphs.get(title, "")
                start = locate(answer, text, step["question"])
                if start >= 0 and triple[0].split("(")[0].strip() in title:
                    add(step["question"], text, start, answer, title, "2wiki")
                    break
    return found
