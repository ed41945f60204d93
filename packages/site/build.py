"""Builds the site: `build.py PROGRAM MDBOOK HIGHLIGHT PLAYGROUND OUT`.

The front page is index.html, with the first example of the playground. The other pages are those of the repository, in the same folders, so that
the links between them hold; a link to another file of the repository becomes one to where that is on the web. The reference of the options is what PROGRAM writes of them by `init`. HIGHLIGHT
is the folder of @highlightjs/cdn-assets, since mdBook's own copy knows no Scheme; PLAYGROUND becomes a page. In the end every link is
followed that does not leave the site.
"""

import glob
import html
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

# The pages by those whom they are for.
PAGES = {
    "Using it": [
        ("docs/install.md", "Installing"),
        ("docs/usage.md", "The command line"),
        ("docs/style.md", "The style"),
        ("docs/configuration.md", "Configuration"),
        ("docs/options.md", "Options"),
        ("docs/forms.md", "Forms"),
        ("docs/dialects.md", "Dialects"),
        ("docs/editors.md", "Editors"),
        ("docs/automation.md", "Hooks, CI and coding agents"),
        ("docs/adopting.md", "Adopting"),
        ("docs/documents.md", "Documents"),
        ("docs/repair.md", "Repairing brackets"),
        ("docs/performance.md", "Performance"),
        ("docs/SECURITY.md", "Security"),
        ("docs/CHANGELOG.md", "Changes"),
    ],
    "Changing it": [
        ("docs/CONTRIBUTING.md", "Contributing"),
        ("docs/contributing/ARCHITECTURE.md", "Architecture"),
        ("docs/contributing/evidence.md", "The evidence for the style"),
        ("docs/contributing/performance.md", "What makes it fast"),
        ("docs/contributing/releasing.md", "Releasing"),
    ],
}


def options(program):
    """The reference of the options, from the configuration that `init` writes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "init", folder], check=True, capture_output=True)
        with open(f"{folder}/schemefmt.toml") as file:
            text = file.read()
    page = "# Options\n\nWhat a `schemefmt.toml` can say. `schemefmt init` writes one with all of it.\n\n## Outside of tables\n"
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
            said = "\n".join(sentence for sentence in about if not sentence.startswith("Value: "))
            values = next((sentence[len("Value: ") : -1] for sentence in about if sentence.startswith("Value: ")), None)
            page += f"\n### `{table}{setting[1]}`\n\n{said}\n\n"
            values = re.sub(r'"[^"]*"|\b\d+\b', r"`\g<0>`", values) if values else "a list of strings"
            page += f"- values: {values}\n- default: `{setting[2]}`\n"
            about = []
        else:
            about = []
    return page


def linked(path, text):
    """The text of a page with links into the site or to the repository."""
    pages = {name for group in PAGES.values() for name, _ in group}

    def target(match):
        link = match[1]
        if re.match(r"https?:|mailto:|#", link):
            return match[0]
        file, _, anchor = link.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), file))
        if file in pages:
            return match[0]
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


def mend(book):
    """Mends what mdBook leaves to be done for the keyboard and for screen readers."""
    mended = [
        (r'<label (id="mdbook-sidebar-toggle"[^>]*) for="[^"]*"(.*?)</label>', r'<button type="button" \1\2</button>'),
        (r'<div id="mdbook-menu-bar"', r'\g<0> role="banner"'),
        (r"<th([^>]*)></th>", r"<td\1></td>"),
    ]
    for path in glob.glob(f"{book}/**/*.html", recursive=True):
        with open(path, encoding="utf-8") as file:
            page = file.read()
        for old, new in mended:
            page = re.sub(old, new, page, flags=re.S)
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)


def front_page(program, book):
    """Writes the front page, with its style, its script, and the first example of the playground."""
    with open(f"{ROOT}/packages/playground/hurry.scm", encoding="utf-8") as file:
        before = file.read()
    after = subprocess.run([program, "--isolated", "-"], input=before, check=True, capture_output=True, text=True).stdout
    (highlight,) = glob.glob("highlight*.js", root_dir=book)
    said = {"BEFORE": html.escape(before.rstrip()), "AFTER": html.escape(after.rstrip()), "REPOSITORY": REPOSITORY, "HIGHLIGHT": highlight}
    with open(f"{HERE}/index.html", encoding="utf-8") as file:
        page = re.sub("|".join(said), lambda match: said[match[0]], file.read())
    with open(f"{book}/index.html", "w", encoding="utf-8") as file:
        file.write(page)
    shutil.copy(f"{HERE}/front.css", book)
    shutil.copy(f"{HERE}/front.js", book)


def main(program, mdbook, highlight, playground, out):
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(f"{out}/work/src/docs/contributing")
    os.makedirs(f"{out}/work/theme")
    work, book = f"{out}/work", os.path.abspath(f"{out}/book")
    shutil.copy(f"{HERE}/book.toml", work)
    shutil.copy(f"{HERE}/head.hbs", f"{work}/theme")
    for name in ("site.css", "site.js"):
        shutil.copy(f"{HERE}/{name}", work)
    shutil.copy(f"{ROOT}/packages/playground/icon.svg", f"{work}/theme/favicon.svg")
    # Without mdBook's own fonts, half of what a page loads is saved.
    os.makedirs(f"{work}/theme/fonts")
    with open(f"{work}/theme/fonts/fonts.css", "w") as file:
        file.write("/* The fonts of the system. */\n")
    summary = "# Summary\n"
    for group, pages in PAGES.items():
        summary += f"\n# {group}\n\n"
        for path, title in pages:
            if path == "docs/options.md":
                text = options(program)
            else:
                with open(f"{ROOT}/{path}", encoding="utf-8") as file:
                    text = file.read()
            with open(f"{work}/src/{path}", "w", encoding="utf-8") as file:
                file.write(linked(path, text))
            summary += f"- [{title}]({path})\n"
    with open(f"{work}/src/SUMMARY.md", "w") as file:
        file.write(summary)
    with open(f"{work}/theme/highlight.js", "w", encoding="utf-8") as whole:
        for part in ["highlight.min.js", *(f"languages/{name}.min.js" for name in ("scheme", "lisp", "vim"))]:
            with open(f"{highlight}/{part}", encoding="utf-8") as file:
                whole.write(file.read() + "\n")
    subprocess.run([mdbook, "build", work, "--dest-dir", book], check=True)
    mend(book)
    front_page(program, book)
    shutil.copytree(playground, f"{book}/playground")
    with open(f"{playground}/index.html", encoding="utf-8") as file:
        page = file.read().replace(f"{REPOSITORY}/tree/main/docs", "../docs/install.html").replace(f'<h1><a href="{REPOSITORY}">', '<h1><a href="../index.html">')
    with open(f"{book}/playground/index.html", "w", encoding="utf-8") as file:
        file.write(page)
    dead = list(dead_links(book))
    if dead:
        sys.exit("links that lead to nothing:\n" + "\n".join(dead))


main(*sys.argv[1:])
