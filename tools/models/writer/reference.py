"""What the float weights make of a few prompts: the likeliest next token and its log-probability.

    python reference.py HF_FOLDER

Prints the self-test of the card; the page holds a device against it before it is used.
"""

import json
import sys

import torch
from transformers import AutoTokenizer, LlamaForCausalLM

PROMPTS = ["The capital of France is", "Monday, Tuesday, Wednesday, Thursday,", "A, B, C, D, E, F,"]
TOLERANCE = 0.5
"""8-bit weights move a log-probability by some hundredths; a wrong kernel by several units."""


def main(folder: str) -> None:
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = LlamaForCausalLM.from_pretrained(folder).eval()
    outputs = []
    for prompt in PROMPTS:
        ids = tokenizer(prompt, add_special_tokens=False, return_tensors="pt")["input_ids"]
        with torch.no_grad():
            scores = model(ids).logits[0, -1].log_softmax(-1)
        best = int(scores.argmax())
        second = float(scores.topk(2).values[1])
        print(f"{prompt!r}: {float(scores[best]):.3f}, the next one {second:.3f}", file=sys.stderr)
        outputs.append([tokenizer.decode([best]), round(float(scores[best]), 4)])
    print(json.dumps({"inputs": PROMPTS, "outputs": outputs, "tolerance": TOLERANCE}, indent=1))


if __name__ == "__main__":
    main(sys.argv[1])
