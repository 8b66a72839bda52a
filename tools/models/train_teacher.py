"""Trains a language model as judge, on the claims of train_judge.py.

    python train_teacher.py DATA BASE OUT [--spans SPANS.jsonl] [--frozen 15] [--lr 1e-4] [--minutes 50] [--scale 0.3]

BASE is a Llama in Hugging Face's layout (writer/weights.py makes one). The label is read off the last token by a
head of three rows that starts as the model's own vectors for three words: the same as their logits at the first
step, without the 49 152 others, and without binding the head to the embedding, which stays as it is.
`--frozen` leaves that many lowest layers as they are too: nothing has to be propagated back through them.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import torch
from transformers import AutoTokenizer, LlamaForSequenceClassification

from inference import LABELS
from teacher import LABEL_WORDS, batch_of, coded
from train_judge import SIZES, indices, loss_from, prepare
from training import Schedule, train


def load(base: str, tokenizer) -> LlamaForSequenceClassification:
    names = dict(enumerate(LABELS))
    model = LlamaForSequenceClassification.from_pretrained(
        base, dtype=torch.float32, num_labels=3, id2label=names, label2id={v: k for k, v in names.items()}, pad_token_id=tokenizer.pad_token_id
    )
    words = [ids for (ids,) in tokenizer(LABEL_WORDS, add_special_tokens=False)["input_ids"]]
    model.score.weight.data.copy_(model.model.embed_tokens.weight[words])
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("base")
    parser.add_argument("out", type=Path)
    parser.add_argument("--spans", type=Path)
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--batch-tokens", type=int, default=2048)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--frozen", type=int, default=15)
    parser.add_argument("--without", nargs="*", default=[], choices=list(SIZES))
    parser.add_argument("--hold", type=float, default=0.0, help="share of the run before the learning rate comes down")
    parser.add_argument("--warmup", type=int, default=20, help="steps in which the learning rate comes up")
    parser.add_argument("--checkpoint-every", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)

    training = prepare(args)
    tokenizer = AutoTokenizer.from_pretrained(args.base)
    model = load(args.base, tokenizer)
    for part in [model.model.embed_tokens, *model.model.layers[: args.frozen]]:
        part.requires_grad_(False)
    ids = coded(tokenizer, [(c.premise, c.hypothesis) for c in training])
    labels = indices(training)

    def loss_of(model, batch):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(batch_of([ids[i] for i in batch], tokenizer), use_cache=False).logits
        return loss_from(logits, [labels[i] for i in batch])

    lengths = [len(x) for x in ids]
    steps = args.epochs * sum(lengths) / args.batch_tokens
    schedule = Schedule(args.epochs, args.lr, args.batch_tokens, args.warmup / steps, args.minutes, args.hold, seed=args.seed)
    facts = train(model, lengths, loss_of, schedule, args.out / "checkpoint.pt", args.checkpoint_every)
    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)
    facts |= {"pairs": dict(Counter(c.source for c in training)), "without": args.without}
    facts |= {k: v for k, v in vars(args).items() if isinstance(v, int | float)}
    (args.out / "training.json").write_text(json.dumps(facts, indent=1))
    print("done", facts)


if __name__ == "__main__":
    main()
