"""GroupQueryAttention written out: RotaryEmbedding, two MatMul and a Softmax.

    python attention.py IN.onnx OUT.onnx

The fused operator is the slow part on WebAssembly (five of seven seconds for a long prompt), wrong with
padding on the left, and drifts on WebGPU. Shapes: B rows, L new tokens, T tokens in all; nine heads
read three key-value heads, three each, so the heads of one group lie behind each other in one product.
"""

import sys

import numpy as np
import onnx
from graph import Graph, replace_nodes
from onnx import TensorProto, helper

MICROSOFT = "com.microsoft"
INTS = {
    "at_1": [1],
    "at_m1": [-1],
    "at_3": [3],
    "at_9": [9],
    "at_33": [3, 3],
    "at_64": [64],
    "at_copy": [0],
    "at_123": [1, 2, 3],
    "at_split": [576, 192, 192],
    "at_q4": [0, 0, 9, 64],
    "at_k4": [0, 0, 3, 64],
    "at_qg": [0, 3, -1, 64],
    "at_o": [0, 0, 576],
    "at_s0": 0,
    "at_s1": 1,
}
FLOATS = {"at_zero": 0.0, "at_neg": -1e9, "at_scale": 64**-0.5}


def shared(g: Graph) -> None:
    """What all layers need: the mask [B, 1, 1, L, T], from causality and `attention_mask`, and shapes."""
    for name, value in INTS.items():
        g.constant(name, np.array(value, np.int64))
    for name, value in FLOATS.items():
        g.constant(name, np.array(value, np.float32))
    total = g.node("Squeeze", [g.node("Shape", ["attention_mask"], "at_T1", start=1, end=2)], "at_T")
    new = g.node("Squeeze", [g.node("Shape", ["input_ids"], "at_L1", start=1, end=2)], "at_L")
    past = g.node("Sub", [total, new], "at_P")
    rows = g.node("Unsqueeze", [g.node("Range", [past, total, "at_s1"], "at_rows"), "at_1"], "at_rows2")
    columns = g.node("Range", ["at_s0", total, "at_s1"], "at_cols")
    causal = g.node("LessOrEqual", [columns, rows], "at_causal")
    mask = g.node("Cast", ["attention_mask"], "at_mb", to=TensorProto.BOOL)
    seen = g.node("And", [causal, g.node("Unsqueeze", [mask, "at_123"], "at_mb5")], "at_ok")
    g.node("Where", [seen, "at_zero", "at_neg"], "at_bias")
    g.node("Concat", ["at_copy", "at_33", "at_L1", "at_T1"], "at_s5", axis=0)
    g.node("Concat", ["at_copy", "at_3", "at_m1", "at_T1"], "at_s4", axis=0)
    g.node("Concat", ["at_copy", "at_9", "at_L1", "at_64"], "at_so", axis=0)


def attend(g: Graph, fused: onnx.NodeProto) -> None:
    qkv, past_k, past_v, cos, sin = (fused.input[i] for i in (0, 3, 4, 7, 8))
    output, keys, values = fused.output[:3]
    p = "at" + fused.name.split("layers.")[1].split("/")[0]
    split = helper.make_node("Split", [qkv, "at_split"], [p + "q", p + "k", p + "v"], name=p + "split", axis=2)
    g.nodes.append(split)

    def rotate(name: str) -> str:
        ins = [name, "position_ids", cos, sin]
        return g.node("RotaryEmbedding", ins, name + "r", domain=MICROSOFT, interleaved=0)

    def heads(name: str, shape: str) -> str:
        return g.node("Transpose", [g.node("Reshape", [name, shape], name + "4")], name + "t", perm=[0, 2, 1, 3])

    query = heads(g.node("Mul", [rotate(p + "q"), "at_scale"], p + "qs"), "at_q4")
    grouped = g.node("Reshape", [query, "at_qg"], p + "qg")  # [B, 9, L, 64] -> [B, 3, 3L, 64]
    g.node("Concat", [past_k, heads(rotate(p + "k"), "at_k4")], keys, axis=2)
    g.node("Concat", [past_v, heads(p + "v", "at_k4")], values, axis=2)
    turned = g.node("Transpose", [keys], p + "kT", perm=[0, 1, 3, 2])
    scores = g.node("Reshape", [g.node("MatMul", [grouped, turned], p + "s"), "at_s5"], p + "s5")
    weights = g.node("Softmax", [g.node("Add", [scores, "at_bias"], p + "sb")], p + "w", axis=-1)
    read = g.node("MatMul", [g.node("Reshape", [weights, "at_s4"], p + "w4"), values], p + "a")
    ungrouped = g.node("Reshape", [read, "at_so"], p + "a9")
    back = g.node("Transpose", [ungrouped], p + "ao", perm=[0, 2, 1, 3])
    g.node("Reshape", [back, "at_o"], output)


def main(source: str, out: str) -> None:
    model = onnx.load(source)
    graph = Graph()
    shared(graph)
    for node in model.graph.node:
        if node.op_type == "GroupQueryAttention":
            attend(graph, node)
        elif "attn_mask" not in node.name:  # the fused operator's own form of the mask
            graph.nodes.append(node)
    positions = helper.make_tensor_value_info("position_ids", TensorProto.INT64, ["batch_size", "sequence_length"])
    model.graph.input.append(positions)
    replace_nodes(model, graph, set())
    onnx.save(model, out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
