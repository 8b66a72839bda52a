"""Trains the judge: does a passage entail, contradict or leave open a claim?

    python train_judge.py DATA BASE OUT [--spans SPANS.jsonl] [--epochs 1] [--lr 1e-4] [--minutes 60] [--scale 0.5] [--without denied ...]

BASE is the judge of an earlier round (or the embedder's weights: then give more epochs).
`--scale` shrinks all kinds alike, `--frozen 2` leaves the embeddings and the lowest two layers as they are.
`--spans` adds claims about what the reader really reads (spans.py); without them the judge only learns whether
the answer's words stand in the premise. `--without KIND` leaves one kind of made-up pair out, to measure what it is worth.
"""

import argparse
import json
import random
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForSequenceClassification

from claims import (
    Claim,
    comparison_claims,
    denied_claims,
    falsified_sentences,
    question_claims,
    yes_no_claims,
)
from data import LeakGuard, load_readings, read_rows
from inference import LABELS
from training import Schedule, pad, train

MAX_LENGTH = 256
HELD_OUT_PASSAGES, HELD_OUT_PAIRS = 700, 400
# How many pairs of each kind. Sentence pairs stay a good third: without them the judge forgets
# what claims do not teach (paraphrase, quantities, everyday sentences).
SIZES = {"nli": 22000, "question": 18000, "denied": 16000, "falsified": 9000, "yes or no": 3000, "comparison": 2000}
HELD_OUT_SIZES = SIZES | {"falsified": 400, "yes or no": 100, "comparison": 0}


def as_squad(readings) -> list[dict]:
    """claims.py works on rows in the layout of SQuAD."""
    return [
        {"title": r.title, "context": r.context, "question": r.question, "answers": [{"text": r.answer, "answer_start": r.start}]}
        for r in readings
    ]


def gather(data: Path, guard: LeakGuard, rng: random.Random, sizes: dict[str, int]) -> tuple[list[Claim], list[Claim]]:
    """(training pairs, pairs held out for calibration).

    Held out are claims over whole passages of a set that no earlier round has seen, and a few
    sentence pairs; the latter an earlier round may have met once, so the claims are the greater part.
    """
    readings = [r for r in load_readings(data, guard, rng) if r.source in {"squad", "routerlens", "nq"}]
    seen = {r.context for r in readings if r.source != "routerlens"}
    fresh = sorted({r.context for r in readings} - seen)
    held = set(rng.sample(fresh, HELD_OUT_PASSAGES))
    nli = [r for r in read_rows(data / "nli/train.jsonl.gz") if guard.admits_pair(r["premise"], r["hypothesis"], "nli")]
    rng.shuffle(nli)

    def build(rows: list[dict], pairs: list[dict], sizes: dict[str, int]) -> list[Claim]:
        squad_like = as_squad(rows)
        contexts = {r["context"]: r["title"] for r in squad_like}
        found = {
            "nli": [Claim(r["premise"], r["hypothesis"], r["label"], "nli") for r in pairs],
            "question": question_claims(squad_like, rng, long_share=0.4, statements=0.25),
            "denied": denied_claims(squad_like, rng),
            "falsified": falsified_sentences(contexts, rng),
            "yes or no": yes_no_claims(pairs, rng, sizes["yes or no"]),
            "comparison": comparison_claims(data, rng, sizes["comparison"]),
        }
        chosen = []
        for kind, claims in found.items():
            rng.shuffle(claims)
            chosen += claims[: sizes[kind]]
        rng.shuffle(chosen)
        return chosen

    apart, nli = nli[:HELD_OUT_PAIRS], nli[HELD_OUT_PAIRS:]
    kept_back = build([r for r in readings if r.context in held], apart, HELD_OUT_SIZES)
    training = build([r for r in readings if r.context not in held], nli, sizes)
    # passages begin with their title in the app: some of the long premises do so here
    title_of = {r.context: r.title for r in readings if r.title}
    training = [
        Claim(f"{title_of[c.premise]}\n{c.premise}", c.hypothesis, c.label, c.source) if c.premise in title_of and rng.random() < 0.4 else c
        for c in training
    ]
    return training, kept_back


def prepare(args: argparse.Namespace) -> list[Claim]:
    """The training claims that the arguments ask for, shuffled; those held out are written to OUT/held_out.jsonl."""
    rng = random.Random(args.seed)
    guard = LeakGuard(args.data)
    sizes = {kind: 0 if kind in args.without else int(size * args.scale) for kind, size in SIZES.items()}
    training, held_out = gather(args.data, guard, rng, sizes)
    if args.spans:
        apart = {c.premise for c in held_out}
        spans = [Claim(**json.loads(line)) for line in args.spans.read_text(encoding="utf-8").splitlines()]
        # no passage that is put aside for calibration
        training += [c for c in spans if not any(c.premise[-200:] in p for p in apart)]
        rng.shuffle(training)
    print(guard.report())
    print("training:", dict(Counter(c.source for c in training)))
    print("labels:", dict(Counter(c.label for c in training)), "held out:", len(held_out), flush=True)
    with open(args.out / "held_out.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(c), ensure_ascii=False) + "\n" for c in held_out)
    return training


def indices(claims: list[Claim]) -> list[int]:
    """The labels as places in LABELS; 3 where the source only says "not entailment"."""
    return [LABELS.index(c.label) if c.label in LABELS else 3 for c in claims]


def loss_from(logits: torch.Tensor, labels: list[int]) -> torch.Tensor:
    """Mean cross-entropy; logits are rows x 3."""
    log_p = torch.log_softmax(logits.float(), -1)
    gold = torch.tensor(labels)
    exact = -log_p.gather(1, gold.clamp(max=2)[:, None])[:, 0]
    # "neutral or contradiction, not known which": the two together are to get the probability
    either = -torch.logsumexp(log_p[:, 1:], -1)
    return torch.where(gold == 3, either, exact).mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("base")
    parser.add_argument("out", type=Path)
    parser.add_argument("--spans", type=Path)
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--batch-tokens", type=int, default=3072)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--frozen", type=int, default=0)
    parser.add_argument("--without", nargs="*", default=[], choices=list(SIZES))
    parser.add_argument("--hold", type=float, default=0.0, help="share of the run before the learning rate comes down")
    parser.add_argument("--mean", type=float, default=0.0, help="decay of the running mean of the weights, e.g. 0.98; 0: the last weights")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)

    training = prepare(args)
    tokenizer = AutoTokenizer.from_pretrained(args.base)
    names = dict(enumerate(LABELS))
    model = BertForSequenceClassification.from_pretrained(
        args.base, dtype=torch.float32, attn_implementation="eager", num_labels=3, id2label=names, label2id={v: k for k, v in names.items()}
    )
    for part in model.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = args.dropout
    if args.frozen:
        for part in [model.bert.embeddings, *model.bert.encoder.layer[: args.frozen]]:
            part.requires_grad_(False)
    coded = tokenizer([c.premise for c in training], [c.hypothesis for c in training], truncation="only_first", max_length=MAX_LENGTH)
    labels = indices(training)

    def loss_of(model, batch):
        ids = [coded["input_ids"][i] for i in batch]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(
                input_ids=pad(ids),
                attention_mask=pad([[1] * len(x) for x in ids]),
                token_type_ids=pad([coded["token_type_ids"][i] for i in batch]),
            ).logits
        return loss_from(logits, [labels[i] for i in batch])

    schedule = Schedule(args.epochs, args.lr, args.batch_tokens, minutes=args.minutes, hold=args.hold, mean=args.mean, seed=args.seed)
    facts = train(model, [len(x) for x in coded["input_ids"]], loss_of, schedule, args.out / "checkpoint.pt")
    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)
    facts |= {"pairs": dict(Counter(c.source for c in training)), "without": args.without}
    facts |= {k: v for k, v in vars(args).items() if isinstance(v, int | float)}
    (args.out / "training.json").write_text(json.dumps(facts, indent=1))
    print("done", facts)


if __name__ == "__main__":
    main()
