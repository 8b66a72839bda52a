"""Trains the reader: the span of a passage that answers a question, or none.

    python train_reader.py DATA BASE OUT [--epochs 2] [--lr 1.5e-4] [--minutes 45]

BASE is any BERT of the right shape: the reader of an earlier round, or the embedder's weights.
"""

import argparse
import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForQuestionAnswering

from data import LeakGuard, Reading, load_readings
from training import Schedule, pad, train
from unanswerable import make_unanswerable

MAX_LENGTH = 320
# Of the answerable rows, by kind. "name" and "removed" are the bulk: they look most like what retrieval brings.
SHARES = {"name": 0.17, "number": 0.05, "opposite": 0.06, "negated": 0.04, "removed": 0.14, "neighbour": 0.12}


def varied(row: Reading, rng: random.Random) -> Reading:
    """Passages in the app may begin with their title, and questions are often typed without care."""
    if row.title and rng.random() < 0.3:
        head = row.title + "\n"
        row = replace(row, context=head + row.context, start=row.start + len(head) if row.answerable else -1)
    if rng.random() < 0.08:
        row = replace(row, question=row.question.rstrip("?").lower())
    return row


def encode(rows: list[Reading], tokenizer) -> dict[str, list]:
    """Token ids with the first and last token of the answer (0, 0 = the [CLS] token = no answer)."""
    out = {"input_ids": [], "token_type_ids": [], "start": [], "end": []}
    dropped = 0
    for at in range(0, len(rows), 1000):
        part = rows[at : at + 1000]
        batch = tokenizer(
            [r.question for r in part],
            [r.context for r in part],
            truncation="only_second",
            max_length=MAX_LENGTH,
            return_offsets_mapping=True,
        )
        for i, row in enumerate(part):
            first = last = 0
            if row.answerable:
                first = last = -1
                low, high = row.start, row.start + len(row.answer)
                for k, (a, b) in enumerate(batch["offset_mapping"][i]):
                    if batch.sequence_ids(i)[k] != 1:
                        continue
                    if a <= low < b:
                        first = k
                    if a < high <= b:
                        last = k
                if first < 0 or last < first:  # cut off by the length limit
                    dropped += 1
                    continue
            out["input_ids"].append(batch["input_ids"][i])
            out["token_type_ids"].append(batch["token_type_ids"][i])
            out["start"].append(first)
            out["end"].append(last)
    print(f"{len(out['start'])} rows encoded, {dropped} dropped: answer beyond {MAX_LENGTH} tokens", flush=True)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("base")
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=float, default=2.0)
    parser.add_argument("--lr", type=float, default=1.5e-4)
    parser.add_argument("--batch-tokens", type=int, default=3072)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    rng = random.Random(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    guard = LeakGuard(args.data)
    rows = load_readings(args.data, guard, rng)
    print(guard.report())
    print("answerable:", dict(Counter(r.source for r in rows)))
    made = [r for r in make_unanswerable(rows, rng, SHARES) if guard.admits_reading(r.question, r.context, r.source)]
    print("not answerable:", dict(Counter(r.source for r in made)), flush=True)
    rows = [varied(r, rng) for r in rows + made]

    tokenizer = AutoTokenizer.from_pretrained(args.base)
    model = BertForQuestionAnswering.from_pretrained(args.base, dtype=torch.float32, attn_implementation="eager")
    coded = encode(rows, tokenizer)

    def loss_of(model, batch):
        ids = [coded["input_ids"][i] for i in batch]
        mask = pad([[1] * len(x) for x in ids])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            output = model(
                input_ids=pad(ids),
                attention_mask=mask,
                token_type_ids=pad([coded["token_type_ids"][i] for i in batch]),
            )
        # padding must not compete for the span
        start = output.start_logits.float().masked_fill(mask == 0, -1e4)
        end = output.end_logits.float().masked_fill(mask == 0, -1e4)
        firsts = torch.tensor([coded["start"][i] for i in batch])
        lasts = torch.tensor([coded["end"][i] for i in batch])
        return (cross_entropy(start, firsts) + cross_entropy(end, lasts)) / 2

    schedule = Schedule(args.epochs, args.lr, args.batch_tokens, minutes=args.minutes, seed=args.seed)
    facts = train(model, [len(x) for x in coded["input_ids"]], loss_of, schedule, args.out / "checkpoint.pt")
    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)
    facts |= {"answerable": len(rows) - len(made), "not_answerable": dict(Counter(r.source for r in made))}
    facts |= {"epochs": args.epochs, "lr": args.lr, "seed": args.seed}
    (args.out / "training.json").write_text(json.dumps(facts, indent=1))
    print("done", facts)


if __name__ == "__main__":
    main()
