"""Runs an exported model over pairs of texts, the way the app does: onnxruntime, int8 unless told otherwise."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from transformers import AutoTokenizer

LABELS = ["entailment", "neutral", "contradiction"]
MAX_ANSWER_TOKENS = 30


class Pairs:
    """Batches pairs by length and hands back the outputs in the order of the pairs."""

    def __init__(self, folder: Path, precision: str = "q8", threads: int = 2):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        file = folder / "onnx" / ("model_quantized.onnx" if precision == "q8" else "model.onnx")
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self.tokenizer = AutoTokenizer.from_pretrained(folder)

    def run(self, pairs: list[tuple[str, str]], truncation: str, max_length: int, rows: int = 16):
        """Yields (index of the pair, its row of every output, the encoding, row in the encoding)."""
        order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]) + len(pairs[i][1]))
        for at in range(0, len(order), rows):
            part = order[at : at + rows]
            batch = self.tokenizer(
                [pairs[i][0] for i in part],
                [pairs[i][1] for i in part],
                truncation=truncation,
                max_length=max_length,
                padding=True,
                return_offsets_mapping=True,
                return_tensors="np",
            )
            feed = {k: batch[k].astype(np.int64) for k in ("input_ids", "attention_mask", "token_type_ids")}
            outputs = self.session.run(None, feed)
            for k, i in enumerate(part):
                yield i, [o[k] for o in outputs], batch, k


class Judge(Pairs):
    def logits(self, pairs: list[tuple[str, str]]) -> np.ndarray:
        """(premise, hypothesis) -> logits of entailment, neutral, contradiction. Long premises lose their end."""
        out = np.zeros((len(pairs), 3), np.float32)
        for i, (logits,), _, _ in self.run(pairs, "only_first", 256):
            out[i] = logits
        return out

    def probabilities(self, pairs: list[tuple[str, str]]) -> np.ndarray:
        return softmax(self.logits(pairs))


@dataclass
class Span:
    text: str
    start: int
    margin: float  # score of the best span minus that of "no answer"


class Reader(Pairs):
    def answers(self, pairs: list[tuple[str, str]]) -> list[Span]:
        """(question, passage) -> best span, whether or not "no answer" scores higher."""
        return [spans[0] for spans in self.best(pairs, 1)]

    def best(self, pairs: list[tuple[str, str]], count: int) -> list[list[Span]]:
        """(question, passage) -> the `count` best spans, best first; they may overlap."""
        out: list[list[Span]] = [[] for _ in pairs]
        for i, (start, end), batch, k in self.run(pairs, "only_second", 384):
            inside = np.array([s == 1 for s in batch.sequence_ids(k)])
            null = float(start[0] + end[0])
            first, last = np.where(inside, start, -1e9), np.where(inside, end, -1e9)
            scores = first[:, None] + last[None, :]
            # the end not before the start, and not too far after it
            allowed = np.triu(np.ones_like(scores, bool)) & np.tril(np.ones_like(scores, bool), MAX_ANSWER_TOKENS - 1)
            flat = np.where(allowed, scores, -2e9).ravel()
            top = [int(flat.argmax())] if count == 1 else sorted(flat.argpartition(-count)[-count:], key=lambda at: -flat[at])
            for a, b in (np.unravel_index(at, scores.shape) for at in top):
                low, high = int(batch["offset_mapping"][k][a][0]), int(batch["offset_mapping"][k][b][1])
                out[i].append(Span(pairs[i][1][low:high], low, float(scores[a, b]) - null))
        return out


def softmax(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    scaled = logits / temperature
    scaled = np.exp(scaled - scaled.max(-1, keepdims=True))
    return scaled / scaled.sum(-1, keepdims=True)
