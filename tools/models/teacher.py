"""A language model as judge: what it is asked, and how a trained one is run.

It has the `logits` and `probabilities` of `inference.Judge`, so whatever measures or uses a judge can take either.
"""

from pathlib import Path

import numpy as np
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from inference import softmax
from training import pad

MAX_LENGTH = 256
LABEL_WORDS = [" yes", " unknown", " no"]
"""In the order of inference.LABELS. The head starts as the language model's own vectors for these words."""


def coded(tokenizer, pairs: list[tuple[str, str]]) -> list[list[int]]:
    """(premise, claim) -> token ids of the question; its last token is where the label is read. Long premises lose their end."""
    premises = tokenizer([premise for premise, _ in pairs], add_special_tokens=False)["input_ids"]
    claims = tokenizer([f"\n\nClaim: {claim}\nIs it so?" for _, claim in pairs], add_special_tokens=False)["input_ids"]
    return [p[: max(0, MAX_LENGTH - len(c))] + c for p, c in zip(premises, claims)]


def batch_of(ids: list[list[int]], tokenizer) -> torch.Tensor:
    """Padded on the right, where a causal model's earlier tokens do not see it: no mask is needed."""
    return pad(ids, tokenizer.pad_token_id)


class Teacher:
    def __init__(self, folder: Path, threads: int = 2):
        torch.set_num_threads(threads)
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModelForSequenceClassification.from_pretrained(folder, dtype=torch.bfloat16).eval()

    @torch.inference_mode()
    def logits(self, pairs: list[tuple[str, str]], rows: int = 16) -> np.ndarray:
        """(premise, hypothesis) -> logits of entailment, neutral, contradiction."""
        ids = coded(self.tokenizer, pairs)
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        out = np.zeros((len(ids), 3), np.float32)
        for at in range(0, len(order), rows):
            part = order[at : at + rows]
            out[part] = self.model(batch_of([ids[i] for i in part], self.tokenizer), use_cache=False).logits.float().numpy()
        return out

    def probabilities(self, pairs: list[tuple[str, str]]) -> np.ndarray:
        return softmax(self.logits(pairs))
