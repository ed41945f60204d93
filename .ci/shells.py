"""Has the completions, installed as the README says, completed by the real shells: python3 .ci/shells.py PROGRAM

Bash and zsh run on a terminal of their own. A key inserts all the completions of the word at hand, another prints the line.
"""

import os
import pty
import re
import select
import shlex
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])

HELP = subprocess.run([PROGRAM, "-h"], capture_output=True, text=True).stdout


def values(flag):
    """What a flag can be, as the help says."""
    return re.findall(r"\w+", HELP.split(flag)[1].split("values:")[1].split("]")[0])


DIALECTS = values("--dialect")
FORMATS = values("--output-format")
SHELLS = ["bash", "elvish", "fish", "powershell", "zsh"]
TASKS = ["init", "lsp", "completions", "man", "help"]

# What is there to complete.
FILES = ["a file.scm", "index.scm", "schemefmt.toml", "sub/inner.scm"]
PATHS = ["a file.scm", "index.scm", "schemefmt.toml", "sub"]

# A line, and what the last word of it can become. What a shell appends to a folder, and whether it offers flags before a dash
# is typed and the current folder before a dot is, is its own affair.
CASES = [
    ("schemefmt ", TASKS + PATHS),
    ("schemefmt in", ["init", "index.scm"]),
    ("schemefmt su", ["sub"]),
    ("schemefmt sub/", ["sub/inner.scm"]),
    ("schemefmt a", ["a file.scm"]),
    ("schemefmt a\\ f", ["a file.scm"]),
    ("schemefmt ~/no", ["~/notes.scm"]),
    ("schemefmt --che", ["--check"]),
    ("schemefmt index.scm --che", ["--check"]),
    # clap_complete does not know that no task comes after a flag.
    ("schemefmt --check in", ["index.scm", "init"]),
    ("schemefmt --check -- in", ["index.scm", "init"]),
    ("schemefmt --output-format ", FORMATS),
    ("schemefmt --output-format s", ["sarif"]),
    ("schemefmt --output-format=s", ["sarif"]),
    ("schemefmt --output-format=", FORMATS),
    ("schemefmt --dialect ", DIALECTS),
    ("schemefmt --dialect gu", ["guile"]),
    ("schemefmt --check --dialect ga", ["gambit", "gauche"]),
    ("schemefmt --color n", ["never"]),
    ("schemefmt --config sch", ["schemefmt.toml"]),
    ("schemefmt --config=sch", ["schemefmt.toml"]),
    ("schemefmt --config style.con", ["style.cond="]),
    ("schemefmt --config line-breaks=k", ["keep"]),
    ("schemefmt --line-width ", []),
    ("schemefmt init --s", ["--suggest"]),
    # Its own flags, those of the style among them.
    (
        "schemefmt init --",
        ["--suggest", "--help", "--dialect", "--end-of-line", "--fold-identifiers", "--line-breaks"]
        + ["--line-width", "--no-normalize"],
    ),
    ("schemefmt init ", ["sub"]),
    ("schemefmt completions ", SHELLS),
    ("schemefmt completions z", ["zsh"]),
    ("schemefmt man ", []),
    ("schemefmt help m", ["man"]),
]


class Terminal:
    """A shell on a terminal."""

    def __init__(self, command, environment):
        process, self.terminal = pty.fork()
        if process == 0:
            os.chdir(environment["PWD"])
            os.execvpe(command[0], command, environment)

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def until(self, pattern):
        seen = b""
        while not (match := re.search(pattern, seen)):
            ready, _, _ = select.select([self.terminal], [], [], 60)
            assert ready, f"the shell hangs after {seen!r}"
            seen += os.read(self.terminal, 4096)
        return match

    def completed(self, line):
        """The line with all completions inserted."""
        self.type(line + "\x18a\x18p")
        return self.until(rb"<<([^\r\n]*)>>\r?\n").group(1).decode()


BASH = r"""
bind 'set enable-bracketed-paste off'
bind '"\C-xa": insert-completions'
bind -x '"\C-xp": printf "<<%s>>\n" "$READLINE_LINE"; READLINE_LINE='
printf 'rea%s\n' dy
"""

ZSH = r"""
unset zle_bracketed_paste
unsetopt beep
autoload -Uz compinit && compinit -u
zle -C all complete-word _generic
zstyle ':completion:all:*' completer _all_matches _complete
zstyle ':completion:all:*' insert true
bindkey '^Xa' all
show() { zle -I; print -r -- "<<$BUFFER>>"; BUFFER= }
zle -N show
bindkey '^Xp' show
printf 'rea%s\n' dy
"""


def words(line):
    return shlex.split(line)


def by_terminal(terminal):
    terminal.until(b"ready")

    def complete(line):
        after = terminal.completed(line)
        before = line[: re.search(r"\S*$", line.replace("\\ ", "__")).start()]
        assert after.startswith(before), (line, after)
        return words(after[len(before) :])

    return complete


def bash(environment):
    rc = os.path.join(environment["HOME"], ".bashrc")
    with open(rc, "w", encoding="utf-8") as file:
        file.write(f"source /usr/share/bash-completion/bash_completion\n{BASH}")
    return by_terminal(Terminal(["bash", "--noprofile", "--rcfile", rc, "-i"], environment))


def zsh(environment):
    with open(os.path.join(environment["HOME"], ".zshrc"), "w", encoding="utf-8") as file:
        file.write(f"fpath=(~/.zfunc $fpath)\n{ZSH}")
    return by_terminal(Terminal(["zsh", "-i"], environment))


def fish(environment):
    def complete(line):
        command = ["fish", "-c", f"complete -C {shlex.quote(line)}"]
        done = subprocess.run(command, cwd=environment["PWD"], env=environment, capture_output=True, text=True, timeout=60)
        assert not done.stderr, done.stderr
        return [candidate.split("\t")[0] for candidate in done.stdout.splitlines()]

    return complete


def attempt(shell, environment):
    complete = shell(environment)
    faults = 0
    for line, expected in CASES:
        last = words(line + "x")[-1][:-1]
        # Where nothing is offered the word stays.
        found = [word for word in complete(line) if word != last or word in expected]
        if not last:
            found = [word for word in found if not word.startswith("-") and word != "."]
        found = [word.removeprefix(last.partition("=")[0] + "=").rstrip("/") for word in found]
        if sorted(found) != sorted(expected):
            faults += 1
            print(f"{shell.__name__}: {line!r} gives {sorted(found)} instead of {sorted(expected)}")
    print(f"{shell.__name__}: {len(CASES) - faults} of {len(CASES)} lines completed as expected")
    return faults


def prepare(scratch):
    """A home in which everything is installed by the README's own lines, and a project; returns the environment."""
    home, project = (os.path.join(scratch, name) for name in ("home", "project"))
    for path in [os.path.join(home, "notes.scm")] + [os.path.join(project, name) for name in FILES]:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w", encoding="utf-8").close()
    path = os.pathsep.join([os.path.dirname(PROGRAM), os.environ["PATH"]])
    environment = {"PATH": path, "HOME": home, "PWD": project, "TERM": "dumb", "LC_ALL": "C.UTF-8", "COLUMNS": "4000"}
    with open(os.path.join(os.path.dirname(__file__), "..", "README.md"), encoding="utf-8") as readme:
        blocks = re.findall(r"^```sh\n(.*?)^```", readme.read(), re.DOTALL | re.MULTILINE)
    install = "".join(block for block in blocks if "schemefmt completions" in block or "schemefmt man" in block)
    subprocess.run(["sh", "-e"], input=install, text=True, cwd=project, env=environment, check=True)
    shown = subprocess.run(["man", "--where", "schemefmt"], capture_output=True, text=True, env={**environment, "MANPATH": home + "/.local/share/man"})
    assert shown.stdout.strip() == home + "/.local/share/man/man1/schemefmt.1", shown
    return environment


with tempfile.TemporaryDirectory() as scratch:
    environment = prepare(scratch)
    sys.exit(1 if sum(attempt(shell, environment) for shell in (bash, zsh, fish)) else 0)
