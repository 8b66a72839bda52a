"""python -m unittest, in this folder. No data and no weights are needed."""

import random
import unittest

from claims import denied_claims, question_claims
from data import Reading, locate, sentence_spans
from statements import statement, yes_no_question
from train_reader import shortened
from unanswerable import make_unanswerable, swap_name, without_answer

PASSAGE = (
    "The bridge was designed by Anna Keller in 1904. Work began under Paul Winter two years later. "
    "It was opened in 1911 by the mayor. A second bridge followed in 1932."
)


def reading(question: str, answer: str) -> Reading:
    return Reading(question, PASSAGE, PASSAGE.index(answer), answer, "Bridge", "squad")


ROWS = [
    {"title": "Bridge", "context": PASSAGE, "question": q, "answers": [{"text": a, "answer_start": PASSAGE.index(a)}]}
    for q, a in [
        ("Who designed the bridge?", "Anna Keller"),
        ("Who led the work?", "Paul Winter"),
        ("When was the bridge opened?", "1911"),
        ("When was the bridge designed?", "1904"),
    ]
]


class Texts(unittest.TestCase):
    def test_sentences_cover_the_text(self):
        spans = sentence_spans(PASSAGE)
        self.assertEqual("".join(PASSAGE[a:b] for a, b in spans), PASSAGE)
        self.assertEqual(len(spans), 4)

    def test_locate_takes_whole_words_in_the_closest_sentence(self):
        text = "In 19 cases it failed in 1984. The law passed with 19 votes."
        self.assertEqual(locate("19", text, "With how many votes was the law passed?"), text.rindex("19"))
        self.assertEqual(locate("98", text, "?"), -1)

    def test_statement(self):
        self.assertEqual(statement("Who wrote Faust?", "Goethe"), "Goethe wrote Faust.")
        self.assertEqual(statement("When was the bridge opened?", "1911"), "The bridge was opened in 1911.")
        self.assertIsNone(statement("Why?", "because"))

    def test_yes_no_question(self):
        self.assertEqual(yes_no_question("The bridge was opened in 1911."), "Was the bridge opened in 1911?")
        self.assertIsNone(yes_no_question("The bridge was not opened."))


class Unanswerable(unittest.TestCase):
    def test_answer_is_gone(self):
        left = without_answer(reading("When was it opened?", "1911"))
        self.assertNotIn("1911", left)
        self.assertIn("1904", left)

    def test_swapped_name_is_another_and_not_the_answer(self):
        row = reading("When did Anna Keller design it?", "1904")
        for seed in range(20):
            question = swap_name(row, ["Maria Stone"], random.Random(seed))
            self.assertNotIn("Anna Keller", question)

    def test_nothing_made_has_an_answer(self):
        rows = [reading(r["question"], r["answers"][0]["text"]) for r in ROWS]
        rows += [Reading("What is tea?", f"Tea is a drink number {i}.", 0, "Tea", "Tea", "nq") for i in range(20)]
        made = make_unanswerable(rows, random.Random(0), {k: 1.0 for k in ("name", "number", "opposite", "negated", "removed", "neighbour")})
        self.assertTrue(made)
        self.assertFalse(any(r.answerable for r in made))

    def test_shortened_keeps_the_answer_in_place(self):
        for seed in range(20):
            row = shortened(reading("When was it opened?", "1911"), random.Random(seed))
            self.assertEqual(row.context[row.start : row.start + 4], "1911")


class Claims(unittest.TestCase):
    def test_right_is_entailed_and_wrong_contradicted(self):
        for claim in question_claims(ROWS, random.Random(0)):
            right = any(claim.hypothesis == f"{r['question']} {r['answers'][0]['text']}" for r in ROWS)
            self.assertEqual(claim.label, "entailment" if right else "contradiction")

    def test_denied_answers_come_in_pairs_on_one_text(self):
        claims = denied_claims(ROWS, random.Random(0))
        for asserted, denied in zip(claims[::2], claims[1::2]):
            self.assertEqual((asserted.label, denied.label), ("entailment", "contradiction"))
            self.assertEqual(asserted.premise, denied.premise)


if __name__ == "__main__":
    unittest.main()
