"""python -m unittest, in this folder. No data and no weights are needed."""

import contextlib
import io
import random
import tempfile
import unittest
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import LlamaConfig, LlamaForSequenceClassification

from average import average
from claims import Claim, denied_claims, question_claims
from data import Reading, locate, sentence_spans
from evaluate import nearest, window
from inference import Span
from spans import claims_of, wrong
from statements import statement, yes_no_question
from train_reader import shortened
from teacher import MAX_LENGTH, batch_of, coded
from train_judge import indices, loss_from
from training import Schedule, train
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

    def test_nearest_keeps_the_sentence_and_its_neighbours(self):
        self.assertEqual(nearest(PASSAGE, "When was it opened? 1911"), PASSAGE[PASSAGE.index("Work") :])
        self.assertEqual(nearest(PASSAGE, "Anna Keller designed the bridge."), PASSAGE[: PASSAGE.index(" It was")])
        self.assertEqual(nearest("One. Two.", "Two"), "One. Two.")

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


class OneSpanReader:
    """Reads the same two names out of everything that has them."""

    def best(self, pairs, count):
        return [[Span(name, text.find(name), 1.0) for name in ("Paul Winter", "the mayor") if name in text][:count] for _, text in pairs]


class Spans(unittest.TestCase):
    def test_wrong_spans_share_no_word_with_the_answer_or_one_another(self):
        spans = [Span(text, 0, 0.0) for text in ("Anna", "Paul Winter", "under Winter", "the mayor")]
        self.assertEqual([s.text for s in wrong(spans, "Anna Keller", 5)], ["Paul Winter", "the mayor"])
        self.assertEqual([s.text for s in wrong(spans, "Anna Keller", 1)], ["Paul Winter"])
        self.assertEqual(wrong([], "x", 2), [])

    def test_what_is_read_wrongly_is_contradicted_here_and_open_elsewhere(self):
        other = "The bridge was opened by the mayor. A school stands next to it. Nobody else was there."
        rows = [reading("Who designed the bridge?", "Anna Keller"), Reading("What stands next to it?", other, other.index("A school"), "A school", "Bridge", "squad")]
        labels = {(c.source, c.label) for seed in range(9) for c in claims_of(rows, OneSpanReader(), random.Random(seed))}
        self.assertEqual(labels, {("right", "entailment"), ("wrong span", "contradiction"), ("span elsewhere", "neutral"), ("right elsewhere", "neutral")})

    def test_a_window_has_the_sentence_its_neighbours_and_the_title(self):
        self.assertEqual(window(PASSAGE, "", PASSAGE.index("1932")), PASSAGE[PASSAGE.index("It was") :])
        self.assertTrue(window(PASSAGE, "Old Town", 0).startswith("Old Town. The bridge"))
        self.assertTrue(window(PASSAGE, "Bridge", 0).startswith("The bridge"))


class Characters:
    """A tokenizer with a token for each character."""

    pad_token_id = 0

    def __call__(self, texts, add_special_tokens):
        return {"input_ids": [[ord(c) for c in text] for text in texts]}


class Teaching(unittest.TestCase):
    def test_a_long_premise_loses_its_end_and_the_claim_stays_whole(self):
        long, short = coded(Characters(), [("p" * 999, "Who? Anna"), ("It was Anna.", "Who? Anna")])
        self.assertEqual(len(long), MAX_LENGTH)
        tail = "\n\nClaim: Who? Anna\nIs it so?"
        self.assertEqual("".join(map(chr, long)), "p" * (MAX_LENGTH - len(tail)) + tail)
        self.assertEqual("".join(map(chr, short)), "It was Anna." + tail)

    def test_the_label_is_read_off_the_last_token_whatever_the_padding(self):
        torch.manual_seed(0)
        config = LlamaConfig(vocab_size=128, hidden_size=16, intermediate_size=16, num_hidden_layers=2, num_attention_heads=2, num_labels=3, pad_token_id=0)
        model = LlamaForSequenceClassification(config).eval()
        long, short = [5] * 9 + [7], [5, 6, 7]
        with torch.no_grad():
            together = model(batch_of([long, short], Characters())).logits
            alone = model(batch_of([short], Characters())).logits
        self.assertTrue(torch.allclose(together[1], alone[0], atol=1e-5))
        self.assertFalse(torch.allclose(together[0], alone[0], atol=1e-5))

    def test_not_entailment_is_satisfied_by_either_of_the_two(self):
        labels = indices([Claim("", "", label, "") for label in ("contradiction", "not_entailment")])
        self.assertEqual(labels, [2, 3])
        sure = torch.tensor([[0.0, 0.0, 50.0]])
        self.assertAlmostEqual(loss_from(sure, [2]).item(), 0, places=5)
        self.assertAlmostEqual(loss_from(sure, [3]).item(), 0, places=5)
        self.assertAlmostEqual(loss_from(sure, [0]).item(), 50, places=3)


class Weights(unittest.TestCase):
    def test_interpolation(self):
        with tempfile.TemporaryDirectory() as folder:
            runs = [Path(folder, name) for name in "ab"]
            for run, value in zip(runs, (0.0, 8.0)):
                run.mkdir()
                save_file({"w": torch.full((2,), value)}, run / "model.safetensors")
            average(Path(folder, "quarter"), runs, [0.75, 0.25])
            average(Path(folder, "mean"), runs)
            self.assertEqual(load_file(Path(folder, "quarter/model.safetensors"))["w"].tolist(), [2, 2])
            self.assertEqual(load_file(Path(folder, "mean/model.safetensors"))["w"].tolist(), [4, 4])

    def test_a_resumed_training_ends_as_one_in_one_go(self):
        inputs = torch.randn(64, 3, generator=torch.Generator().manual_seed(0))
        targets = inputs @ torch.tensor([1.0, -2.0, 0.5])

        def run(epochs: float, checkpoint: Path) -> torch.Tensor:
            model = torch.nn.Linear(3, 1)
            torch.nn.init.zeros_(model.weight), torch.nn.init.zeros_(model.bias)
            schedule = Schedule(epochs, 0.05, max_tokens=8, hold=1 - 1e-9, mean=0.9, warmup=1e-9)
            loss = lambda m, batch: ((m(inputs[batch])[:, 0] - targets[batch]) ** 2).mean()  # noqa: E731
            with contextlib.redirect_stdout(io.StringIO()):
                train(model, [1] * 64, loss, schedule, checkpoint, checkpoint_every=10)
            return model.weight.detach()[0]

        with tempfile.TemporaryDirectory() as folder:
            once = run(10, Path(folder, "once.pt"))
            run(5, Path(folder, "twice.pt"))
            self.assertTrue(torch.allclose(run(10, Path(folder, "twice.pt")), once, atol=1e-5))
            self.assertTrue(torch.allclose(once, torch.tensor([1.0, -2.0, 0.5]), atol=0.3))


if __name__ == "__main__":
    unittest.main()
