"""The folder that the page reads: a small graph, its weights in two parts, tokenizer, settings, licence.

    python parts.py MODEL.onnx HF_FOLDER LICENCE OUT
"""

import json
import shutil
import sys
from pathlib import Path

import onnx
from onnx import TensorProto

MOST_BYTES = 90_000_000
"""Hosts refuse single files of 100 MB; a part stays under that."""
SMALL = 1024
"""Constants below this stay inside the graph: shapes are needed before the weights are there."""
ALIGN = 64


def split(model: onnx.ModelProto, folder: Path) -> int:
    """Moves the large initializers into model_quantized.onnx_data, ..._data_1, ... and counts the parts."""
    part, size, out = -1, MOST_BYTES, None
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) < SMALL:
            continue
        if size + len(tensor.raw_data) > MOST_BYTES:
            if out:
                out.close()
            part, size = part + 1, 0
            name = "model_quantized.onnx_data" + (f"_{part}" if part else "")
            out = (folder / name).open("wb")
        padding = -size % ALIGN
        out.write(b"\0" * padding + tensor.raw_data)
        del tensor.external_data[:]
        for key, value in (("location", name), ("offset", size + padding), ("length", len(tensor.raw_data))):
            tensor.external_data.add(key=key, value=str(value))
        size += padding + len(tensor.raw_data)
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
    if out:
        out.close()
    return part + 1


def main(source: str, hf: Path, licence: str, out: Path) -> None:
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    model = onnx.load(source)
    parts = split(model, out / "onnx")
    onnx.save(model, out / "onnx" / "model_quantized.onnx")
    for file in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(hf / file, out / file)
    config = json.loads((hf / "config.json").read_text())
    config |= {"rope_theta": 100000.0, "dtype": "float32", "transformers.js_config": {"use_external_data_format": parts}}
    (out / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    ids = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 2}
    (out / "generation_config.json").write_text(json.dumps(ids, indent=1) + "\n")
    shutil.copy(licence, out / "LICENSE")
    for file in sorted(out.rglob("*")):
        if file.is_file():
            print(f"{file.stat().st_size:>12,}  {file.relative_to(out)}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
