"""Questions that a passage does not answer, made from questions that it does.

A reader trained only on random other passages learns "does the topic match?", and
then answers every question about the right topic. So most of what is made here
looks answerable: the right paragraph without the answering sentence, the closest
other paragraph, or the right paragraph with one name, number or adjective of the
question exchanged, so that only a careful comparison shows that it does not fit.
"""

import random
import re
from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from data import Reading, content_words, sentence_spans

NAME = re.compile(r"[A-Z][\w'-]*[a-z][\w'-]*(?: (?:of |the |de |von )?[A-Z][\w'-]+){0,3}")
NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
# Words that open a sentence with a capital without being names
NOT_NAMES = frozenset(
    "What Which Who Whom Whose When Where Why How In On At To For From By With The A An Of Is Are Was Were Do Does "
    "Did Has Have Had Can Could Name It He She They This That These Those As After Before During If While Although "
    "But And Or Along According Besides Since Until Under Over Some Many Most Other Another Both".split()
)
OPPOSITES = [
    "first last", "before after", "most least", "more less", "more fewer", "largest smallest", "highest lowest",
    "biggest smallest", "oldest youngest", "earliest latest", "best worst", "increase decrease", "increased decreased",
    "north south", "east west", "northern southern", "eastern western", "early late", "above below", "male female",
    "men women", "win lose", "won lost", "begin end", "began ended", "start stop", "started stopped", "born died",
    "public private", "positive negative", "internal external", "inside outside", "upper lower", "maximum minimum",
    "longest shortest", "major minor", "same different", "old new", "rich poor", "high low", "gain lose", "gained lost",
    "supported opposed", "support oppose", "allow prohibit", "allowed prohibited", "open close", "opened closed",
    "included excluded", "include exclude", "majority minority", "founded dissolved", "rise fall", "rose fell",
    "import export", "cause prevent", "caused prevented", "accepted rejected", "ancient modern", "father mother",
    "son daughter", "brother sister", "husband wife", "king queen", "summer winter", "success failure", "strong weak",
]  # fmt: skip
OPPOSITE = {a: b for pair in OPPOSITES for a, b in (pair.split(), pair.split()[::-1])}


def names_in(text: str) -> list[re.Match]:
    return [m for m in NAME.finditer(text) if m.group().split()[0] not in NOT_NAMES]


def other_number(number: str, context: str, rng: random.Random) -> str:
    """A number of the same shape: preferably one the passage has in another role."""
    shape = re.sub(r"\d", "9", number)
    same = [x for x in NUMBER.findall(context) if x != number and re.sub(r"\d", "9", x) == shape]
    if same and rng.random() < 0.6:
        return rng.choice(same)
    if re.fullmatch(r"1\d{3}|20[0-2]\d", number):
        return str(int(number) + rng.choice([-100, -40, -21, -10, -7, -3, -2, -1, 1, 2, 3, 8, 12, 25, 60]))
    changed = re.sub(r"\d", lambda _: str(rng.randint(1, 9)), number)
    return changed if changed != number else number + "0"


def swap_name(row: Reading, others: list[str], rng: random.Random) -> str | None:
    """The question about another name: half of the time one that the passage has too."""
    known = [m for m in names_in(row.question) if m.group().split()[0] in row.context]
    if not known:
        return None
    target = rng.choice(known)
    words = set(target.group().split())
    here = [m.group() for m in names_in(row.context)]
    pool = here if rng.random() < 0.5 else others
    pool = [x for x in pool if not words & set(x.split()) and x not in row.question and x not in row.answer]
    if not pool:
        return None
    # about as many words: "the Treaty of Paris" for "John" would be seen by its shape alone
    pool.sort(key=lambda x: abs(len(x.split()) - len(words)))
    other = rng.choice(pool[: max(3, len(pool) // 3)])
    return row.question[: target.start()] + other + row.question[target.end() :]


def swap_number(row: Reading, rng: random.Random) -> str | None:
    found = list(NUMBER.finditer(row.question))
    if not found:
        return None
    m = rng.choice(found)
    return row.question[: m.start()] + other_number(m.group(), row.context, rng) + row.question[m.end() :]


def swap_opposite(row: Reading, rng: random.Random) -> str | None:
    found = [m for m in re.finditer(r"[a-z]+", row.question) if m.group() in OPPOSITE]
    if not found:
        return None
    m = rng.choice(found)
    return row.question[: m.start()] + OPPOSITE[m.group()] + row.question[m.end() :]


def negate(row: Reading, rng: random.Random) -> str | None:
    """"When did X open" -> "When did X not open" is rarely well placed; after the auxiliary it mostly is."""
    m = re.search(r"\b(is|are|was|were|can|could|will|would|should|must) (?=\w+(?:ed|en|ing)\b)", row.question)
    if m:
        return row.question[: m.end()] + rng.choice(["not ", "not ", "never "]) + row.question[m.end() :]
    m = re.search(r"\b(did|does|do) (\w+|the \w+) (?=\w+)", row.question)
    return row.question[: m.end()] + "not " + row.question[m.end() :] if m else None


def without_answer(row: Reading) -> str | None:
    """The paragraph without the sentences that have the answer, where three or more stay."""
    kept = [row.context[a:b] for a, b in sentence_spans(row.context)]
    needle = row.answer.lower()
    rest = [s for s in kept if needle not in s.lower()]
    # the answer must have stood in one sentence, and be gone
    if len(kept) - len(rest) != 1 or len(rest) < 2:
        return None
    return "".join(rest).strip()


class Neighbours:
    """Other paragraphs that share words with a question: what retrieval would put before the reader."""

    def __init__(self, contexts: list[str]):
        self.contexts = contexts
        self.vectors = TfidfVectorizer(sublinear_tf=True, stop_words="english", dtype=np.float32)
        self.matrix = self.vectors.fit_transform(contexts)

    def nearest(self, questions: list[str], count: int) -> list[list[str]]:
        result = []
        for at in range(0, len(questions), 500):
            scores = (self.vectors.transform(questions[at : at + 500]) @ self.matrix.T).toarray()
            top = np.argpartition(-scores, count, axis=1)[:, :count]
            for row, columns in zip(scores, top):
                result.append([self.contexts[j] for j in sorted(columns, key=lambda j: -row[j])])
        return result


def make_unanswerable(rows: list[Reading], rng: random.Random, share: dict[str, float]) -> list[Reading]:
    """For each kind, `share[kind]` x len(rows) rows at most; fewer where the kind does not apply."""
    names = defaultdict(list)
    for row in {r.context: r for r in rows}.values():
        names[row.title or row.source].extend(m.group() for m in names_in(row.context))
    makers = {
        "name": lambda r: swap_name(r, names[r.title or r.source], rng),
        "number": lambda r: swap_number(r, rng),
        "opposite": lambda r: swap_opposite(r, rng),
        "negated": lambda r: negate(r, rng),
    }
    made: list[Reading] = []

    def empty(row: Reading, kind: str, **changes) -> Reading:
        return replace(row, start=-1, answer="", source=kind, **changes)

    for kind, make in makers.items():
        order = rng.sample(rows, len(rows))
        limit, count = int(share.get(kind, 0) * len(rows)), 0
        for row in order:
            if count >= limit:
                break
            question = make(row)
            if question and question != row.question:
                made.append(empty(row, kind, question=question))
                count += 1

    limit, count = int(share.get("removed", 0) * len(rows)), 0
    for row in rng.sample(rows, len(rows)):
        if count >= limit:
            break
        context = without_answer(row)
        if context:
            made.append(empty(row, "removed", context=context))
            count += 1

    wanted = rng.sample(rows, min(len(rows), int(share.get("neighbour", 0) * len(rows))))
    index = Neighbours(sorted({r.context for r in rows}))
    for row, near in zip(wanted, index.nearest([r.question for r in wanted], 12)):
        answer = content_words(row.answer) or {row.answer.lower()}
        # a paragraph that has all the answer's words may well answer the question
        near = [c for c in near if c != row.context and not answer <= content_words(c) and row.answer not in c]
        if near:
            made.append(empty(row, "neighbour", context=rng.choice(near[:4])))
    return made


def summary(rows: list[Reading]) -> dict[str, int]:
    return dict(Counter(r.source for r in rows))
