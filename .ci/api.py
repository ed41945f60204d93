#!/usr/bin/env python3
"""Compares the library's public items with those of .ci/api.txt; `--update` writes them down anew.

An item more or less is a change for the library's users. The items are read from rustdoc's JSON, which a stable compiler
writes if it is told to.
"""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LIST = HERE / "api.txt"


def documented():
    """What rustdoc knows: items by their ids, and the crate's own module."""
    flags = ["-Z", "unstable-options", "--output-format", "json"]
    command = ["cargo", "rustdoc", "--quiet", "--lib", "--no-default-features", "--", *flags, "--cap-lints=allow"]
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target"))
    environment = dict(os.environ, RUSTC_BOOTSTRAP="1")
    subprocess.run(command, check=True, cwd=HERE.parent, env=environment)
    return json.loads((target / "doc" / "schemefmt.json").read_text())


def items(crate):
    """The path of every public item with its kind, in the order of the names."""
    index = crate["index"]
    found = set()

    def inside(path, data):
        """Fields, variants and methods of a type."""
        for key in ("struct", "enum", "variant"):
            if key not in data:
                continue
            body = data[key]
            kind = body.get("kind", {})
            plain = kind.get("plain", {}) if isinstance(kind, dict) else {}
            fields = plain.get("fields", []) + body.get("variants", [])
            if isinstance(kind, dict):
                fields += kind.get("struct", {}).get("fields", [])
            for id in fields:
                visit(id, path)
            for id in body.get("impls", []):
                implementation = index[str(id)]["inner"]["impl"]
                trait = implementation["trait"]
                if trait is None:
                    for id in implementation["items"]:
                        visit(id, path)
                elif not (
                    implementation["is_synthetic"]
                    or implementation["blanket_impl"]
                    or trait["path"] == "StructuralPartialEq"
                ):
                    found.add(f"{path}: {trait['path']}")

    def visit(id, path):
        item = index.get(str(id))
        if item is None:
            return
        data = item["inner"]
        if "use" in data:
            use = data["use"]
            if use["id"] is not None:
                name(index.get(str(use["id"])), use["name"], path)
            return
        name(item, item["name"], path)

    def name(item, called, path):
        if item is None or item["visibility"] not in ("public", "default"):
            return
        data = item["inner"]
        own = f"{path}::{called}"
        kind = next(iter(data))
        if kind == "module":
            found.add(f"{own} (module)")
            for id in data["module"]["items"]:
                visit(id, own)
            return
        found.add(f"{own} ({kind.replace('_', ' ')})")
        inside(own, data)

    for id in index[str(crate["root"])]["inner"]["module"]["items"]:
        visit(id, "schemefmt")
    return sorted(found)


def main():
    now = "\n".join(items(documented())) + "\n"
    if "--update" in sys.argv[1:]:
        LIST.write_text(now)
        return
    listed = set(LIST.read_text().splitlines())
    now = set(now.splitlines())
    for line in sorted(listed - now):
        print(f"- {line}")
    for line in sorted(now - listed):
        print(f"+ {line}")
    if listed != now:
        sys.exit("the public items have changed; if that is meant: .ci/api.py --update")


main()
