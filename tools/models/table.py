"""Puts the results into README.md, between its markers: one row per measure, one column per file of results.

    python table.py results/reader-before.json results/reader-after.json [...]
"""

import argparse
import json
from pathlib import Path

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- results: {kind} -->", "<!-- end of results: {kind} -->"


def flatten(value: dict, prefix: str = "") -> dict[str, object]:
    flat = {}
    for key, entry in value.items():
        name = f"{prefix}, {key}" if prefix else key
        flat |= flatten(entry, name) if isinstance(entry, dict) else {name: entry}
    return flat


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, nargs="+", help="files named KIND-NAME.json, written by evaluate.py")
    args = parser.parse_args()
    text = README.read_text()
    for kind in ("reader", "judge"):
        files = [f for f in args.results if f.name.startswith(kind + "-")]
        if not files:
            continue
        columns = {f.stem.removeprefix(kind + "-"): flatten(json.loads(f.read_text())) for f in files}
        measures = list(dict.fromkeys(name for column in columns.values() for name in column))
        rows = ["| measure | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
        rows += [f"| {name} | " + " | ".join(str(c.get(name, "-")) for c in columns.values()) + " |" for name in measures]
        begin, end = BEGIN.format(kind=kind), END.format(kind=kind)
        head, rest = text.split(begin)
        text = head + "\n".join([begin, "", *rows, "", end]) + rest.split(end)[1]
    README.write_text(text)


if __name__ == "__main__":
    main()
