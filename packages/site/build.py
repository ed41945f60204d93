"""Builds the site: `build.py PROGRAM MDBOOK HIGHLIGHT PLAYGROUND OUT`.

The pages are those of the repository, in the same folders, so that the links between them hold; a link to another file of the
repository becomes one to where that is on the web. The reference of the options is what PROGRAM writes of them by `init`. HIGHLIGHT
is the folder of @highlightjs/cdn-assets, since mdBook's own copy knows no Scheme; PLAYGROUND becomes a page. In the end every link is
followed that does not leave the site.
"""

import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
with open(f"{ROOT}/Cargo.toml", "rb") as file:
    REPOSITORY = tomllib.load(file)["package"]["repository"]

PAGES = [
    ("README.md", "schemefmt"),
    ("docs/style.md", "The style"),
    ("docs/dialects.md", "Dialects"),
    ("docs/forms.md", "Forms"),
    ("docs/configuration.md", "Configuration"),
    ("docs/options.md", "Options"),
    ("docs/editors.md", "Editors"),
    ("docs/adopting.md", "Adopting"),
    ("docs/documents.md", "Documents"),
    ("docs/hooks.md", "Before a commit"),
    ("docs/stability.md", "Stability"),
    ("docs/errors.md", "Errors"),
    ("docs/performance.md", "Performance"),
    ("docs/SECURITY.md", "Security"),
    ("docs/CONTRIBUTING.md", "Contributing"),
    ("docs/ARCHITECTURE.md", "Architecture"),
    ("docs/releasing.md", "Releasing"),
    ("docs/CHANGELOG.md", "Changes"),
]

# HTML, since mdBook knows no page there.
TRY_IT = '\n<p><a href="playground/index.html"><strong>Try it in the browser.</strong></a> Nothing that you type leaves it.</p>\n'


def options(program):
    """The reference of the options, from the configuration that `init` writes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "init", folder], check=True, capture_output=True)
        with open(f"{folder}/schemefmt.toml") as file:
            text = file.read()
    page = "# Options\n\nWhat a `schemefmt.toml` can say. `schemefmt init` writes one with all of it.\n"
    table = ""
    about = []
    for line in text.splitlines():
        if line.startswith("# "):
            about.append(line[2:])
        elif heading := re.fullmatch(r"#?\[(\w+)\]", line):
            table = f"{heading[1]}."
            page += f"\n## The table `[{heading[1]}]`\n\n" + "".join(f"{said}\n" for said in about)
            about = []
        elif setting := re.fullmatch(r"#?([\w-]+) = (.*)", line):
            said = "\n".join(sentence for sentence in about if not sentence.startswith("One of: "))
            values = next((sentence[len("One of: ") : -1] for sentence in about if sentence.startswith("One of: ")), None)
            page += f"\n### `{table}{setting[1]}`\n\n{said}\n\n"
            values = re.sub(r'"[^"]*"|\b\d+\b', r"`\g<0>`", values) if values else "a list of strings"
            page += f"- values: {values}\n- default: `{setting[2]}`\n"
            about = []
        else:
            about = []
    return page


def linked(path, text):
    """The text of a page with links into the site or to the repository."""
    pages = {name for name, _ in PAGES}

    def target(match):
        link = match[1]
        if re.match(r"https?:|mailto:|#", link):
            return match[0]
        file, _, anchor = link.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), file))
        if file in pages:
            # mdBook calls this page index.
            return match[0].replace("README.md", "index.md")
        if not os.path.exists(f"{ROOT}/{file}"):
            sys.exit(f"{path}: {link} leads to nothing")
        kind = "tree" if os.path.isdir(f"{ROOT}/{file}") else "blob"
        return f"]({REPOSITORY}/{kind}/main/{file}{'#' + anchor if anchor else ''})"

    # Not in what is shown as code.
    parts = re.split(r"(^```.*?^```|`[^`\n]+`)", text, flags=re.M | re.S)
    return "".join(part if at % 2 else re.sub(r"\]\(([^()\s]+)\)", target, part) for at, part in enumerate(parts))


class Page(html.parser.HTMLParser):
    """The names and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.ids.add(value)
            if name in ("href", "src") and value:
                self.links.append(value)


def dead_links(folder):
    pages = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(parent, name)
                with open(path, encoding="utf-8") as file:
                    pages[path] = Page(file.read())
    for path, page in pages.items():
        # The page for what is not found is written for the top of a site, wherever it is shown.
        if os.path.basename(path) in ("404.html", "toc.html"):
            continue
        for link in page.links:
            parsed = urllib.parse.urlparse(link)
            if parsed.scheme or parsed.netloc:
                continue
            at = path
            if parsed.path:
                at = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parsed.path)))
                at = os.path.join(at, "index.html") if os.path.isdir(at) else at
            anchor = urllib.parse.unquote(parsed.fragment)
            if not os.path.exists(at) or anchor and at in pages and anchor not in pages[at].ids:
                yield f"{os.path.relpath(path, folder)}: {link}"


def main(program, mdbook, highlight, playground, out):
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(f"{out}/work/src/docs")
    os.makedirs(f"{out}/work/theme")
    work = f"{out}/work"
    shutil.copy(f"{HERE}/book.toml", work)
    shutil.copy(f"{HERE}/head.hbs", f"{work}/theme")
    summary = "# Summary\n\n"
    for path, title in PAGES:
        if path == "docs/options.md":
            text = options(program)
        else:
            with open(f"{ROOT}/{path}", encoding="utf-8") as file:
                text = file.read()
        text = linked(path, text)
        if path == "README.md":
            text = text.replace("\n", f"\n{TRY_IT}", 1)
        with open(f"{work}/src/{path}", "w", encoding="utf-8") as file:
            file.write(text)
        summary += f"- [{title}]({path})\n"
    with open(f"{work}/src/SUMMARY.md", "w") as file:
        file.write(summary)
    with open(f"{work}/theme/highlight.js", "w", encoding="utf-8") as whole:
        for part in ["highlight.min.js", *(f"languages/{name}.min.js" for name in ("scheme", "lisp", "vim"))]:
            with open(f"{highlight}/{part}", encoding="utf-8") as file:
                whole.write(file.read() + "\n")
    subprocess.run([mdbook, "build", work, "--dest-dir", os.path.abspath(f"{out}/book")], check=True)
    shutil.copytree(playground, f"{out}/book/playground")
    dead = list(dead_links(f"{out}/book"))
    if dead:
        sys.exit("links that lead to nothing:\n" + "\n".join(dead))


main(*sys.argv[1:])
