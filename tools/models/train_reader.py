"""Trains the reader: the span of a passage that answers a question, or none.

    python train_reader.py DATA BASE OUT [--epochs 2] [--lr 1.5e-4] [--minutes 45]

BASE is any BERT of the right shape: the reader of an earlier round, or the embedder's weights.
Few hours of CPU? `--short 0.6` cuts most passages to the sentences around the answer, `--frozen 2`
keeps the embeddings and the lowest two layers as they are, `--seen 0.4` takes only that share of the
set that BASE was trained on: together nearly three times as many new questions in the same time.
"""

import argparse
import json
import random
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForQuestionAnswering

from data import LeakGuard, Reading, load_readings, sentence_spans
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


def shortened(row: Reading, rng: random.Random) -> Reading:
    """The sentence with the answer and its neighbours on both sides, 40 to 90 words in all."""
    spans = sentence_spans(row.context)
    first = last = next(i for i, (a, b) in enumerate(spans) if a <= row.start < b)
    wanted = rng.randint(40, 90)
    while (first, last) != (0, len(spans) - 1):
        if row.context[spans[first][0] : spans[last][1]].count(" ") >= wanted:
            break
        if last == len(spans) - 1 or (first > 0 and rng.random() < 0.5):
            first -= 1
        else:
            last += 1
    low, high = spans[first][0], max(spans[last][1], row.start + len(row.answer))
    return replace(row, context=row.context[low:high].rstrip(), start=row.start - low)


def hold_out(rows: list[Reading], count: int, rng: random.Random) -> tuple[list[Reading], list[Reading]]:
    """(training, held out for calibration): whole passages, of a set that the starting reader has not seen."""
    seen = {r.context for r in rows if r.source != "routerlens"}
    fresh = sorted({r.context for r in rows if r.source == "routerlens"} - seen)
    apart = set(rng.sample(fresh, count))
    return [r for r in rows if r.context not in apart], [r for r in rows if r.context in apart]


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
    parser.add_argument("--short", type=float, default=0.0, help="share of passages cut to the neighbourhood of the answer")
    parser.add_argument("--frozen", type=int, default=0, help="lowest layers (and the embeddings) that are not trained")
    parser.add_argument("--seen", type=float, default=1.0, help="share of the SQuAD part, which earlier rounds have seen, to train on")
    parser.add_argument("--hold", type=float, default=0.0, help="share of the run before the learning rate comes down")
    parser.add_argument("--mean", type=float, default=0.0, help="decay of the running mean of the weights, e.g. 0.98; 0: the last weights")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    rng = random.Random(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    guard = LeakGuard(args.data)
    rows = load_readings(args.data, guard, rng)
    print(guard.report())
    rows, held_out = hold_out(rows, 400, rng)
    with open(args.out / "held_out.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(r), ensure_ascii=False) + "\n" for r in held_out)
    rows = [r for r in rows if r.source != "squad" or rng.random() < args.seen]
    # before the unanswerable ones are made from them: a short passage must not give away that there is an answer
    rows = [shortened(r, rng) if rng.random() < args.short else r for r in rows]
    print("answerable:", dict(Counter(r.source for r in rows)))
    made = [r for r in make_unanswerable(rows, rng, SHARES) if guard.admits_reading(r.question, r.context, r.source)]
    print("not answerable:", dict(Counter(r.source for r in made)), flush=True)
    rows = [varied(r, rng) for r in rows + made]

    tokenizer = AutoTokenizer.from_pretrained(args.base)
    model = BertForQuestionAnswering.from_pretrained(args.base, dtype=torch.float32, attn_implementation="eager")
    for part in model.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = args.dropout
    if args.frozen:
        for part in [model.bert.embeddings, *model.bert.encoder.layer[: args.frozen]]:
            part.requires_grad_(False)
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

    schedule = Schedule(args.epochs, args.lr, args.batch_tokens, minutes=args.minutes, hold=args.hold, mean=args.mean, seed=args.seed)
    facts = train(model, [len(x) for x in coded["input_ids"]], loss_of, schedule, args.out / "checkpoint.pt")
    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)
    facts |= {"answerable": len(rows) - len(made), "not_answerable": dict(Counter(r.source for r in made))}
    facts |= {k: v for k, v in vars(args).items() if isinstance(v, int | float)}
    (args.out / "training.json").write_text(json.dumps(facts, indent=1))
    print("done", facts)


if __name__ == "__main__":
    main()
