"""Exports a trained model to the folder the app loads: int8 ONNX, tokenizer, config.

    python export.py reader|judge TRAINED OUT

Writes OUT/onnx/model.onnx (float, for comparison only) and OUT/onnx/model_quantized.onnx (shipped).
"""

import argparse
import shutil
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoTokenizer, BertForQuestionAnswering, BertForSequenceClassification

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
OUTPUTS = {"reader": ["start_logits", "end_logits"], "judge": ["logits"]}


class Outputs(torch.nn.Module):
    """The logits alone, as a tuple: what the exporter can name."""

    def __init__(self, model, kind: str):
        super().__init__()
        self.model, self.kind = model, kind

    def forward(self, input_ids, attention_mask, token_type_ids):
        out = self.model(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
        return (out.start_logits, out.end_logits) if self.kind == "reader" else out.logits


def export(kind: str, trained: Path, out: Path) -> Path:
    loader = BertForQuestionAnswering if kind == "reader" else BertForSequenceClassification
    # plain attention: the fused operator has no equivalent in this operator set
    model = loader.from_pretrained(trained, attn_implementation="eager", dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained(trained)
    example = tokenizer(["a b c d", "e f"], ["g h", "i j k l"], padding=True, return_tensors="pt")
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    axes = {name: {0: "batch", 1: "sequence"} for name in INPUTS}
    for name in OUTPUTS[kind]:
        axes[name] = {0: "batch", 1: "sequence"} if kind == "reader" else {0: "batch"}
    float_file = out / "onnx/model.onnx"
    torch.onnx.export(
        Outputs(model, kind),
        tuple(example[name] for name in INPUTS),
        str(float_file),
        input_names=INPUTS,
        output_names=OUTPUTS[kind],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    int8_file = out / "onnx/model_quantized.onnx"
    # One scale per column: with one per tensor a few large weights cost everyone else their precision.
    quantize_dynamic(
        str(float_file),
        str(int8_file),
        weight_type=QuantType.QInt8,
        per_channel=True,
        extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
    )
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        if (trained / name).exists():
            shutil.copyfile(trained / name, out / name)
    return int8_file


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(OUTPUTS))
    parser.add_argument("trained", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    written = export(args.kind, args.trained, args.out)
    print(written, round(written.stat().st_size / 1e6, 2), "MB")
