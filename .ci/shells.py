"""Has the completions, installed as docs/install.md says, completed by the real shells: python3 .ci/shells.py PROGRAM"""

import os
import re
import subprocess
import sys
import tempfile

import pexpect

PROGRAM = os.path.abspath(sys.argv[1])
GUIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "install.md")
# A shell, its first lines where it asks for completions only if it is told to, and how it is started.
SHELLS = {
    "bash": (".bashrc", "source /usr/share/bash-completion/bash_completion\n", ["--noprofile"]),
    "zsh": (".zshrc", "fpath=(~/.zfunc $fpath)\nautoload -Uz compinit && compinit -u\n", []),
    "fish": (".config/fish/config.fish", "function fish_greeting; end\n", []),
}
# What is typed before the key Tab, and what then stands there: a flag, one of its values, an option, a file.
CASES = [("--che", "--check"), ("--dialect gu", "guile"), ("--config line-breaks=k", "line-breaks=keep"), ("ind", "index.scm")]


def complete(shell, environment, typed, wanted):
    """Whether what is wanted comes to stand on the line of a shell. It has started when it does a command, whose answer is no echo of it."""
    terminal = pexpect.spawn(shell, [*SHELLS[shell][2], "-i"], env=environment, cwd=environment["PWD"], encoding="utf-8", timeout=60)
    terminal.sendline("echo rea''dy")
    terminal.expect(r"[\r\n]ready")
    terminal.send(f"schemefmt {typed}\t")
    found = terminal.expect([re.escape(wanted), pexpect.TIMEOUT], timeout=20)
    terminal.close(force=True)
    return found == 0


# What fish makes of manual pages in the background may still be written when the folder is removed.
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
    path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"
    environment = {"PATH": path, "HOME": home, "PWD": home, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    open(os.path.join(home, "index.scm"), "w", encoding="utf-8").close()
    for name, lines, _ in SHELLS.values():
        os.makedirs(os.path.dirname(os.path.join(home, name)), exist_ok=True)
        with open(os.path.join(home, name), "w", encoding="utf-8") as file:
            file.write(lines)
    with open(GUIDE, encoding="utf-8") as guide:
        blocks = re.findall(r"^```sh\n(.*?)^```", guide.read(), re.DOTALL | re.MULTILINE)
    install = "".join(block for block in blocks if "schemefmt completions" in block or "schemefmt man" in block)
    subprocess.run(["sh", "-e"], input=install, text=True, env=environment, check=True)
    for shell in SHELLS:
        for case in CASES:
            assert complete(shell, environment, *case), (shell, case)
        print(f"{shell}: {len(CASES)} lines completed")
    manual = {**environment, "MANPATH": f"{home}/.local/share/man"}
    shown = subprocess.run(["man", "--where", "schemefmt"], capture_output=True, text=True, env=manual).stdout
    assert shown.strip() == f"{home}/.local/share/man/man1/schemefmt.1", shown
    # The pages of the commands stand in that of the program. What groff warns of, it says on standard error.
    pages = subprocess.run([PROGRAM, "man"], capture_output=True, text=True, check=True).stdout
    for name in ["", *re.findall(r"schemefmt\\-(\w+)\(1\)", pages)]:
        page = subprocess.run([PROGRAM, "man", *name.split()], capture_output=True, check=True).stdout
        done = subprocess.run(["man", "--warnings", "--local-file", "-"], input=page, capture_output=True, env=manual, check=True)
        assert done.stdout and not done.stderr, (name, done.stderr)
    print("man: the page is found, and no page draws a warning")
