"""Training pairs for the judge beyond sentence pairs: claims about answers.

The app asks the judge "does this passage say that the answer to this question is X?".
A model trained on sentence pairs alone cannot tell (it confuses "on the topic" with
"entailed"), so these pairs put the question and an answer into the hypothesis and
passages of all lengths into the premise.
"""

import random
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from data import read_rows, sentence_around, sentence_spans
from statements import statement, yes_no_question
from unanswerable import NUMBER, names_in, other_number

MAX_ANSWER = 60


@dataclass(frozen=True)
class Claim:
    premise: str
    hypothesis: str
    label: str
    source: str


def kind_of(answer: str) -> str:
    """Answers are exchanged only for answers of the same kind: another kind is seen to be wrong without reading."""
    if re.search(r"\b(1[0-9]{3}|20[0-9]{2})\b", answer):
        return "date"
    if re.search(r"\d", answer):
        return "number"
    return ("name" if answer[:1].isupper() else "phrase") + str(min(3, len(answer.split())))


def alike(rows: list[dict], row: dict) -> list[str]:
    """Answers to other questions of the same kind that share no word with this answer."""
    text = row["answers"][0]["text"]
    words, kind = set(text.lower().split()), kind_of(text)
    others = (r["answers"][0]["text"] for r in rows if r is not row)
    return [o for o in others if len(o) < MAX_ANSWER and kind_of(o) == kind and not words & set(o.lower().split())]


def from_passage(context: str, answer: str) -> list[str]:
    """Other names or numbers of the passage: wrong answers where no other question is known about its topic."""
    words, kind = set(answer.lower().split()), kind_of(answer)
    found = [m.group() for m in names_in(context)] + NUMBER.findall(context)
    return sorted({x for x in found if len(x) < MAX_ANSWER and kind_of(x) == kind and not words & set(x.lower().split())})


def grouped(rows: list[dict]) -> tuple[dict, dict]:
    by_context, by_title = defaultdict(list), defaultdict(list)
    for row in rows:
        by_context[row["context"]].append(row)
        by_title[row.get("title", "")].append(row)
    return by_context, by_title


def cut(context: str, at: int, rng: random.Random, long_share: float) -> str:
    """The answer's sentence, the sentence with some of its surroundings, or the whole passage."""
    start, end = sentence_around(context, at)
    dice = rng.random()
    if dice < long_share:
        return context
    if dice < long_share + (1 - long_share) * 0.38:
        return context[max(0, start - rng.randint(0, 250)) : end + rng.randint(0, 200)]
    return context[start:end]


def question_claims(rows: list[dict], rng: random.Random, long_share: float = 0.2, statements: float = 0.0) -> list[Claim]:
    """Right answer: entailed. Answer of another question about the same thing: contradicted. Unrelated passage: neutral.

    `rows` are in the layout of SQuAD. `statements` is the share of claims worded as a statement where the rules can.
    """
    by_context, by_title = grouped(rows)
    made = []

    def word(question: str, answer: str) -> str:
        said = statement(question, answer) if rng.random() < statements else None
        return said or f"{question} {answer}"

    for context, here in by_context.items():
        for row in here:
            text, at = row["answers"][0]["text"], row["answers"][0]["answer_start"]
            question = row["question"].strip()
            if len(text) > MAX_ANSWER:
                continue
            premise = cut(context, at, rng, long_share)
            made.append(Claim(premise, word(question, text), "entailment", "right"))
            same_topic = by_title[row.get("title", "")] if row.get("title") else here
            wrong = alike(here, row) or alike(same_topic, row) or from_passage(context, text)
            if wrong:
                made.append(Claim(premise, word(question, rng.choice(wrong)), "contradiction", "wrong"))
            pool = [r for r in same_topic if r["context"] != context and text.lower() not in r["context"].lower()]
            if pool:
                other = rng.choice(pool)["context"]
                candidate = text if rng.random() < 0.5 or not wrong else rng.choice(wrong)
                if rng.random() >= long_share:
                    begin, _ = rng.choice(sentence_spans(other))
                    other = other[begin : begin + rng.randint(120, 400)]
                made.append(Claim(other, word(question, candidate), "neutral", "unrelated"))
    return made


# {true} and {false}: the sentence with the answer it asserts and with the one it denies; {X}, {Y}: the answers alone.
DENIALS = [
    "{true} It was not {Y}.",
    "{true} Contrary to popular belief, it is not {Y}.",
    "It is often said that {false_lower} In fact, {true_lower}",
    "While many sources name {Y}, the correct answer is {X}. {true}",
    "{true} The claim that it was {Y} is a misconception.",
    "{true} Some reports wrongly give {Y} instead of {X}.",
    "{false} This is wrong: {true_lower}",
    'The answer to "{question}" is {X}, not {Y}. {true}',
    'The answer to "{question}" is not {Y}, but rather {X}.',
    "The correct answer to the question is {X} and not {Y}. {true}",
    "{true} Although {Y} is sometimes mentioned, the records show that it was {X}.",
    "According to several experts, {true_lower} {Y} has nothing to do with it.",
]
INLINE = ["{X}, not {Y},", "{X} (not {Y})", "{X} rather than {Y}", "not {Y} but {X}", "{X}, and not {Y},", "{X} instead of {Y}"]


def lower_first(sentence: str) -> str:
    first = sentence.split(" ", 1)[0]
    return sentence[:1].lower() + sentence[1:] if first in {"The", "A", "An", "In", "It", "This", "He", "She", "They", "On"} else sentence


def denied_claims(rows: list[dict], rng: random.Random) -> list[Claim]:
    """Texts that name two answers, to assert one and deny the other; and texts with the answer exchanged.

    Which of the two is the true one is tossed: the judge has to follow the text, not
    what it may have seen elsewhere, so planted falsehoods are "entailed" by their own text.
    """
    by_context, by_title = grouped(rows)
    made = []
    for context, here in by_context.items():
        for row in here:
            text, at = row["answers"][0]["text"], row["answers"][0]["answer_start"]
            if len(text) > 40:
                continue
            wrong = alike(by_title[row.get("title", "")] if row.get("title") else here, row) or from_passage(context, text)
            if not wrong:
                continue
            start, end = sentence_around(context, at)
            sentence = context[start:end].strip()
            if len(sentence) > 320 or sentence.count(text) != 1:
                continue
            X, Y = text, rng.choice(wrong)
            if rng.random() < 0.5:
                X, Y = Y, X
            asserted, denied = sentence.replace(text, X), sentence.replace(text, Y)
            if not asserted.endswith((".", "!", "?")):
                asserted, denied = asserted + ".", denied + "."
            question = row["question"].strip()
            dice = rng.random()
            if dice < 0.2:
                premise, kind = asserted, "exchanged"
            elif dice < 0.5:
                premise, kind = sentence.replace(text, rng.choice(INLINE).format(X=X, Y=Y)), "denied"
            else:
                premise, kind = rng.choice(DENIALS).format(
                    true=asserted, false=denied, true_lower=lower_first(asserted), false_lower=lower_first(denied), X=X, Y=Y, question=question
                ), "denied"  # fmt: skip
            if rng.random() < 0.4:
                # the rest of the paragraph around it, as long as it does not speak of either answer
                before, after = context[:start].strip(), context[end:].strip()
                if not any(a in part for a in (X, Y) for part in (before, after)):
                    premise = " ".join(filter(None, [before if rng.random() < 0.5 else "", premise, after]))
            for answer, label in ((X, "entailment"), (Y, "contradiction")):
                said = statement(question, answer) if rng.random() < 0.25 else None
                made.append(Claim(premise, said or f"{question} {answer}", label, kind))
    return made


SYMMETRIC = re.compile(r"\b(met|married|and|with|or|between|versus|like|near|equals?|same|both)\b")


def falsified_sentences(contexts: dict[str, str], rng: random.Random, per_context: int = 4) -> list[Claim]:
    """Real sentences with one thing changed (contradicted), shortened (entailed), or another sentence (neutral).

    `contexts` maps a passage to its title; names are exchanged for names of the same article.
    """
    names = defaultdict(list)
    for context, title in contexts.items():
        names[title or context].extend(m.group() for m in names_in(context))
    made = []
    for context, title in contexts.items():
        sentences = [context[a:b].strip() for a, b in sentence_spans(context)]
        sentences = [s for s in sentences if 40 < len(s) < 280]
        for sentence in rng.sample(sentences, min(per_context, len(sentences))):
            premise = sentence if rng.random() < 0.4 else context
            changes = []
            for m in NUMBER.finditer(sentence):
                changes.append(("number", sentence[: m.start()] + other_number(m.group(), context, rng) + sentence[m.end() :]))
            found = [m for m in names_in(sentence) if m.start() > 0]
            pool = [n for n in names[title or context] if n not in sentence]
            for m in found:
                fresh = [n for n in pool if not set(n.split()) & set(m.group().split())]
                if fresh:
                    changes.append(("name", sentence[: m.start()] + rng.choice(fresh) + sentence[m.end() :]))
            for m in re.finditer(r"\b(is|was|were|are|can|could|had|will)\b (?!not)", sentence):
                changes.append(("negated", sentence[: m.end()] + "not " + sentence[m.end() :]))
            # "A defeated B" against "B defeated A": only where a plain verb stands between exactly two names
            pair = names_in(sentence)
            if len(pair) == 2 and pair[0].start() == 0:
                a, b = pair
                between = sentence[a.end() : b.start()]
                if re.fullmatch(r" [a-z]+ed (?:[a-z]+ )?|,? (?:who|which) [a-z]+ed ", between) and not SYMMETRIC.search(between):
                    changes += 3 * [("roles", b.group() + between + a.group() + sentence[b.end() :])]
            if changes:
                kind, text = rng.choice(changes)
                made.append(Claim(premise, text, "contradiction", f"falsified {kind}"))
            trimmed = re.sub(r"\s*\([^)]*\)", "", sentence)
            if rng.random() < 0.5 and ", " in trimmed[60:]:
                trimmed = trimmed[: trimmed.rfind(", ")] + "."
            made.append(Claim(premise, trimmed, "entailment", "trimmed"))
            other = rng.choice(sentences)
            if other != sentence:
                made.append(Claim(sentence, other, "neutral", "other sentence"))
    return made


FLIPPED = {"entailment": "contradiction", "contradiction": "entailment", "neutral": "neutral"}


def yes_no_claims(pairs: list[dict], rng: random.Random, limit: int) -> list[Claim]:
    """"Was X Y? yes" follows where "X was Y" does; "... no" where its opposite does."""
    made = []
    for row in rng.sample(pairs, len(pairs)):
        if len(made) >= limit:
            break
        if row["label"] not in FLIPPED:
            continue
        question = yes_no_question(row["hypothesis"])
        if question:
            yes = rng.random() < 0.5
            made.append(Claim(row["premise"], f"{question} {'yes' if yes else 'no'}", row["label"] if yes else FLIPPED[row["label"]], "yes or no"))
    return made


BIRTH = re.compile(r"^([A-Z][^(]{3,40}?) \(\s*(?:born )?(?:\d{1,2} )?(?:[A-Z][a-z]+ )?(?:\d{1,2}, )?(1[5-9]\d\d)")
FILM = re.compile(r"^(.{3,40}?) is an? (1[89]\d\d|20[0-2]\d) .{0,60}?film")


def comparison_claims(data: Path, rng: random.Random, limit: int) -> list[Claim]:
    """"Who was born first, A or B?" over two passages that give a year each."""
    dated = {"born": [], "film": []}
    for row in read_rows(data / "reading/2wiki_train.jsonl.gz"):
        for title, sentences in row["context"]:
            text = " ".join(sentences)
            for key, pattern in (("born", BIRTH), ("film", FILM)):
                m = pattern.match(text)
                if m and len(text) < 500:
                    dated[key].append((re.sub(r"\s*\(.*", "", title), int(m.group(2)), text))
    wordings = {
        "born": [("Who was born first, {a} or {b}?", min), ("Who is older, {a} or {b}?", min), ("Who was born later, {a} or {b}?", max), ("Who is younger, {a} or {b}?", max)],
        "film": [("Which film came out first, {a} or {b}?", min), ("Which film was released earlier, {a} or {b}?", min), ("Which film came out more recently, {a} or {b}?", max)],
    }  # fmt: skip
    made = []
    while len(made) < limit:
        key = rng.choice(["born", "film"])
        a, b = rng.sample(dated[key], 2)
        if a[1] == b[1] or a[0] == b[0]:
            continue
        wording, best = rng.choice(wordings[key])
        question = wording.format(a=a[0], b=b[0])
        right = best((a, b), key=lambda x: x[1])
        wrong = b if right is a else a
        premise = f"{a[2]} {b[2]}" if rng.random() < 0.5 else f"{b[2]} {a[2]}"
        made.append(Claim(premise, f"{question} {right[0]}", "entailment", "comparison"))
        made.append(Claim(premise, f"{question} {wrong[0]}", "contradiction", "comparison"))
        # one of the two years missing: cannot be told
        if rng.random() < 0.3:
            made.append(Claim(a[2], f"{question} {rng.choice((a, b))[0]}", "neutral", "comparison"))
    return made
