"""8-bit weights with a scale per output column; inputs are quantised per token while it runs.

    python int8.py FLOAT.onnx OUT.onnx

The usual dynamic quantisation takes one scale for all tokens of a batch, and the few large values of
this model's first token cost the others their accuracy: perplexity 29 instead of 18. So each product
is written out in plain operators: largest value of the token -> scale -> uint8 -> MatMulInteger ->
times both scales. The embedding is the transposed head: its columns are gathered, and kept once.
"""

import sys

import numpy as np
import onnx
from graph import Graph, finish
from onnx import numpy_helper

CLIPPING = (1.0, 0.96, 0.92)
"""Shares of a column's largest value that are tried as its range; the least squared error wins."""


def quantise(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    largest = np.abs(weight).max(0)
    largest[largest == 0] = 1
    best = None
    for share in CLIPPING:
        scale = largest * share / 127
        codes = np.clip(np.rint(weight / scale), -127, 127)
        error = ((codes * scale - weight) ** 2).sum(0)
        if best is None:
            best = [error, scale, codes]
            continue
        better = error < best[0]
        best = [
            np.where(better, error, best[0]),
            np.where(better, scale, best[1]),
            np.where(better[None], codes, best[2]),
        ]
    return best[2].astype(np.int8), best[1].astype(np.float32)


class Quantiser:
    """Writes products with 8-bit weights; an input that several products share is quantised once."""

    def __init__(self, graph: Graph):
        self.graph = graph
        self.inputs: dict[str, tuple[str, str]] = {}

    def input(self, name: str) -> tuple[str, str]:
        if name not in self.inputs:
            g, base = self.graph, name + "_rq"
            g.constant("axm1", np.array([-1], np.int64))
            g.constant("c127", np.array(1 / 127, np.float32))
            g.constant("ceps", np.array(1e-9, np.float32))
            g.constant("c128", np.array(128.5, np.float32))
            g.constant("z128", np.array(128, np.uint8))
            size = g.node("ReduceMax", [g.node("Abs", [name], base + "_abs"), "axm1"], base + "_max", keepdims=1)
            scale = g.node("Max", [g.node("Mul", [size, "c127"], base + "_s0"), "ceps"], base + "_s")
            moved = g.node("Add", [g.node("Div", [name, scale], base + "_d"), "c128"], base + "_a")
            self.inputs[name] = (g.node("Cast", [moved], base + "_u", to=onnx.TensorProto.UINT8), scale)
        return self.inputs[name]

    def product(self, name: str, weight: np.ndarray, prefix: str, output: str, node: str) -> None:
        g = self.graph
        codes, scales = quantise(weight)
        g.constant(prefix + "_q", codes)
        g.constant(prefix + "_s", scales)
        quantised, scale = self.input(name)
        g.node("MatMulInteger", [quantised, prefix + "_q", "z128"], prefix + "_i", name=node)
        g.node("Cast", [prefix + "_i"], prefix + "_f", to=onnx.TensorProto.FLOAT)
        g.node("Mul", [prefix + "_f", scale], prefix + "_fs")
        g.node("Mul", [prefix + "_fs", prefix + "_s"], output, name=prefix + "_o")


def main(source: str, out: str) -> None:
    model = onnx.load(source)
    weights = {t.name: t for t in model.graph.initializer}
    graph = Graph()
    quantiser = Quantiser(graph)
    used: set[str] = set()
    transposed = None
    for node in model.graph.node:
        if node.op_type == "Transpose" and node.input[0] == "lm_head.MatMul.weight":
            transposed = node.output[0]
        elif node.op_type == "Gather" and transposed and node.input[0] == transposed:
            embed(graph, node.input[1], node.output[0])
        elif node.op_type == "MatMul" and node.input[1] in weights:
            name = node.input[1]
            used.add(name)
            weight = numpy_helper.to_array(weights[name])
            prefix, source_name = name.replace(".MatMul.weight", ""), node.input[0]
            if prefix == "lm_head":
                prefix, source_name = "head", last_positions(graph, source_name)
            quantiser.product(source_name, weight, prefix, node.output[0], node.name)
        else:
            graph.nodes.append(node)
    finish(model, graph, used)
    onnx.save(model, out)


def embed(graph: Graph, ids: str, output: str) -> None:
    graph.constant("axm1", np.array([-1], np.int64))
    rows = graph.node("Transpose", [graph.node("Gather", ["head_q", ids], "eg", axis=1)], "egt", perm=[1, 2, 0])
    values = graph.node("Cast", [rows], "egf", to=onnx.TensorProto.FLOAT)
    scales = graph.node("Unsqueeze", [graph.node("Gather", ["head_s", ids], "egs"), "axm1"], "egsu")
    graph.node("Mul", [values, scales], output, name="embed")


def last_positions(graph: Graph, hidden: str) -> str:
    """Logits are only computed for the last `num_logits_to_keep` tokens (0: for all)."""
    graph.constant("ax1", np.array([1], np.int64))
    graph.constant("imax", np.array([2**62], np.int64))
    graph.constant("m1", np.array([-1], np.int64))
    start = graph.node("Reshape", [graph.node("Neg", ["num_logits_to_keep"], "nlk_neg"), "m1"], "nlk_start")
    return graph.node("Slice", [hidden, start, "imax", "ax1"], "head_in", name="nlk_slice")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
