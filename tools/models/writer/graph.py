"""Building ONNX graphs by hand: nodes and constants in any order, put in order at the end."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HEAD_SIZE = 64


class Graph:
    def __init__(self):
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def node(self, op: str, inputs: list[str], output: str, name: str = "", **attributes) -> str:
        self.nodes.append(helper.make_node(op, inputs, [output], name=name or output, **attributes))
        return output

    def constant(self, name: str, value: np.ndarray) -> str:
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name


def in_order(nodes: list[onnx.NodeProto], known: set[str]) -> list[onnx.NodeProto]:
    """Every node behind those that make its inputs."""
    order, rest = [], nodes
    while rest:
        left = []
        for node in rest:
            if all(name in known for name in node.input):
                order.append(node)
                known.update(node.output)
            else:
                left.append(node)
        assert len(left) < len(rest), f"nobody makes the inputs of {left[0].name}: {list(left[0].input)}"
        rest = left
    return order


def replace_nodes(model: onnx.ModelProto, graph: Graph, unused: set[str]) -> None:
    g = model.graph
    kept = [t for t in g.initializer if t.name not in unused]
    constants = kept + list(graph.constants.values())
    known = {i.name for i in g.input} | {t.name for t in constants} | {""}
    nodes = in_order(graph.nodes, known)
    needed = {name for node in nodes for name in node.input}
    del g.node[:], g.initializer[:], g.value_info[:]
    g.node.extend(nodes)
    g.initializer.extend(t for t in constants if t.name in needed)


def finish(model: onnx.ModelProto, graph: Graph, unused: set[str]) -> None:
    """Puts the nodes in, with the input `num_logits_to_keep`."""
    g = model.graph
    g.input.append(helper.make_tensor_value_info("num_logits_to_keep", TensorProto.INT64, []))
    replace_nodes(model, graph, unused)
    g.output[0].type.tensor_type.shape.dim[1].dim_param = "num_logits"
    # a size that is only a name would be taken for 0 when an empty past is made
    for value in [*g.input, *g.output]:
        if "key" in value.name or "value" in value.name:
            value.type.tensor_type.shape.dim[3].dim_value = HEAD_SIZE
    for tensor in g.initializer:
        tensor.ClearField("external_data")
        tensor.ClearField("data_location")
