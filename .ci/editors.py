"""Formats a file in each editor by its recipe in docs/editors.md: python3 .ci/editors.py PROGRAM SYSTEM [EDITOR...]

SYSTEM is a folder with a Debian that has the editors, as mmdebstrap makes it; what is run there needs root. In each editor an X is typed
before a word, the text is formatted, and a Y is typed, which stands behind the X if the cursor has stayed on its word. A form with a bracket
missing is saved as it is.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import pexpect

PROGRAM, SYSTEM = map(os.path.abspath, sys.argv[1:3])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MESSY = """\
(define (target n) (let loop ((i n)(a #T))
     (cond ((= i 0) a) (else (loop (- i 1) 'target-of-the-cursor)))
     ))
(define text "a text
   (of  two lines" )
; λ a comment
(define (last-one n) (if (= n 0)
1
(* n (last-one (- n 1)))))   ; the end
"""
BROKEN = MESSY.replace("a) (else", "a (else")
REPAIRED = "(define (f x)\n  (let ((y (g x)))\n    (h y x)))\n\n(define (g x)\n  (car (cdr x)))\n"
# The folds, the selections around the g on the second line, and the symbols.
OUTLINE = """\
fold 1-3
fold 2-3
fold 5-6
selection g
selection g x
selection (g x)
selection y (g x)
selection (y (g x))
selection ((y (g x)))
selection let ((y (g x)))     (h y x)
selection (let ((y (g x)))     (h y x))
selection define (f x)   (let ((y (g x)))     (h y x))
selection (define (f x)   (let ((y (g x)))     (h y x)))
symbol 1 [Function] f
symbol 5 [Function] g
"""
# They are typed without the blanks at the start of lines, and each editor has to put them there.
TYPED = {path.name: path.read_text(encoding="utf-8") for path in pathlib.Path(ROOT, "testdata", "typed").iterdir()}

EMACS = r"""
(setq make-backup-files nil)
(defun wait-for (ready) (let ((end (+ 60 (float-time)))) (while (not (or (funcall ready) (> (float-time) end))) (accept-process-output nil 0.1))))
(find-file "messy.scm")
(before)
(search-forward "target-of")
(backward-char 2)
(insert "X")
(tidy)
(save-buffer)
(insert "Y")
(save-buffer)
(find-file "broken.scm")
(before)
(ignore-errors (tidy))
(set-buffer-modified-p t)
(save-buffer)
"""
# Formatted when it is saved.
EMACS_PACKAGE = "(defun before ()) (defun tidy ())" + EMACS
# Eglot connects after a command; here none is given.
EMACS_EGLOT = "(defun before () (run-hooks 'post-command-hook) (wait-for #'eglot-managed-p)) (defalias 'tidy #'eglot-format)" + EMACS

NEOVIM = r"""
local function open(file)
  vim.cmd("edit " .. file)
  assert(vim.wait(60000, function()
    local client = vim.lsp.get_clients({ bufnr = 0 })[1]
    return client and client.initialized
  end, 20))
end
open("messy.scm")
vim.fn.search("of-the-cursor")
vim.cmd("normal iX")
vim.cmd("write")
vim.cmd("normal aY")
vim.cmd("write")
open("broken.scm")
vim.cmd("write")
-- What the client asks for the tree of a text, and what it makes of the definitions.
open("outline.scm")
local function asked(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  return vim.tbl_values(assert(vim.lsp.buf_request_sync(0, "textDocument/" .. method, params, 60000)))[1].result
end
local seen = {}
for _, fold in ipairs(asked("foldingRange", {})) do
  table.insert(seen, ("fold %d-%d"):format(fold.startLine + 1, fold.endLine + 1))
end
local selection = asked("selectionRange", { positions = { { line = 1, character = 12 } } })[1]
while selection and selection ~= vim.NIL do
  local from, to = selection.range.start, selection.range["end"]
  local text = vim.api.nvim_buf_get_text(0, from.line, from.character, to.line, to.character, {})
  table.insert(seen, "selection " .. table.concat(text, " "))
  selection = selection.parent
end
local symbols
vim.lsp.buf.document_symbol({ on_list = function(list) symbols = list.items end })
vim.wait(60000, function() return symbols end, 20)
for _, symbol in ipairs(symbols) do
  table.insert(seen, ("symbol %d %s"):format(symbol.lnum, symbol.text))
end
vim.fn.writefile(seen, "outline")
for name in vim.fs.dir("programs") do
  local lines = {}
  for line in io.lines("programs/" .. name) do
    table.insert(lines, (line:gsub("^ +", "")))
  end
  vim.cmd("edit typed-" .. name)
  vim.cmd("normal! i" .. table.concat(lines, vim.keycode("<CR>")))
  -- What is typed counts, not what is formatted when it is saved.
  vim.cmd("noautocmd write")
end
vim.cmd("qall!")
"""

# There the cursor may leave its word.
KAKOUNE = r"""
edit messy.scm
execute-keys '/of-the-cursor<ret>iXY<esc>'
format
write
edit broken.scm
try %{ format }
write
quit!
"""


class Folder:
    """A folder in the system, with the two texts; it is the home of an editor."""

    def __init__(self):
        self.path = tempfile.mkdtemp(dir=os.path.join(SYSTEM, "tmp"), prefix="it's a folder ")
        self.write("messy.scm", MESSY)
        self.write("broken.scm", BROKEN)
        self.write("repairable.scm", REPAIRED.replace("x)))\n\n", "x))\n\n"))
        self.write("outline.scm", REPAIRED)
        for name, text in TYPED.items():
            self.write(f"programs/{name}", text)
        self.inside = "/" + os.path.relpath(self.path, SYSTEM)

    def write(self, name, text):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.path, name), encoding="utf-8") as file:
            return file.read()

    def command(self, *command):
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--root={SYSTEM}", "--mount-proc", f"--wd={self.inside}"]
        path = "/usr/local/bin:/usr/bin:/bin"
        return [*alone, "env", "--ignore-environment", f"PATH={path}", f"HOME={self.inside}", "TERM=xterm", "LC_ALL=C.UTF-8", *command]

    def run(self, *command):
        done = subprocess.run(self.command(*command), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180)
        assert done.returncode == 0, (command, done.returncode, done.stdout, done.stderr[-4000:])
        return done.stdout + done.stderr


def formatted(text, *flags):
    command = [PROGRAM, *flags, "--stdin-filepath", "messy.scm", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=not flags).stdout


def recipe(*kinds):
    """The blocks of the page of these kinds: a language, and what stands behind it."""
    with open(os.path.join(ROOT, "docs", "editors.md"), encoding="utf-8") as page:
        blocks = re.findall(r"^```([\w -]+)\n(.*?)^```", page.read(), re.DOTALL | re.MULTILINE)
    return "\n".join(text for kind, text in blocks if kind in kinds)


def emacs(folder):
    """The package, which also has to pass the lints for packages and its own tests."""
    for name in ("schemefmt.el", "schemefmt-tests.el"):
        shutil.copy(os.path.join(ROOT, "packages", "editors", "emacs", name), folder.path)
    batch = ["emacs", "-batch", "-Q", "-L", "."]
    folder.run(*batch, "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", "schemefmt.el")
    said = folder.run(*batch, "--eval", '(checkdoc-file "schemefmt.el")')
    assert said == "", said
    (lint,) = (f"/{path.relative_to(SYSTEM)}" for path in pathlib.Path(SYSTEM).glob("usr/share/emacs/site-lisp/elpa-src/package-lint-*"))
    folder.run(*batch, "-L", lint, "-l", "package-lint", "-f", "package-lint-batch-and-exit", "schemefmt.el")
    said = folder.run("env", "SCHEMEFMT=/usr/local/bin/schemefmt", "TYPED=programs", *batch, "-l", "schemefmt-tests.el", "-f", "ert-run-tests-batch-and-exit")
    print("emacs:", re.search("Ran .*? unexpected", said)[0])
    folder.write("init.el", recipe("elisp").replace("/path/to/schemefmt/packages/editors/emacs", folder.inside))
    folder.write("script.el", EMACS_PACKAGE)
    folder.run("emacs", "-batch", "-Q", "-l", "init.el", "-l", "script.el")


def eglot(folder):
    folder.write("init.el", recipe("elisp eglot"))
    folder.write("script.el", EMACS_EGLOT)
    folder.run("emacs", "-batch", "-Q", "-l", "init.el", "-l", "script.el")


def plugin_for_vim():
    """Where the plugin is, in the system."""
    # Neovim has the shell expand a runtimepath with an apostrophe, and not every shell finds it then.
    plugin = os.path.join(SYSTEM, "tmp", "a plugin")
    shutil.copytree(os.path.join(ROOT, "packages", "editors", "vim"), plugin, dirs_exist_ok=True)
    return "/tmp/a plugin"


def vim(folder, command=("vim", "-N")):
    folder.write("init.vim", recipe("vim").replace("/path/to/schemefmt/packages/editors/vim", plugin_for_vim()))
    # With -V1, what goes wrong is said on standard error.
    folder.run(*command, "-V1", "-es", "-u", "init.vim", "-i", "NONE", "-S", r"/tmp/a\ plugin/tests.vim")
    for name, wanted in TYPED.items():
        for how in ("typed", "indented", "opened-below", "opened-above", "changed-by-cc", "changed-by-S", "changed-by-ddO"):
            assert folder.read(f"{how}-{name}") == wanted, (command, how, name, folder.read(f"{how}-{name}"))
        assert asked_once(folder, name)
    long = ["(define (a)", "  1)"] * 1000 + ["(define (f x)", "  (g x", "     y))", ""]
    long[3:3] = ["  (b", "   c)"]
    assert folder.read("long.scm").split("\n") == long, (command, folder.read("long.scm"))
    assert command[0] != "vim" or len(folder.read("log-long")) < 5000, folder.read("log-long")
    assert folder.read("unreadable.scm") == "(f (g\n     1)\n   (h 2\n      3) . )\n", (command, folder.read("unreadable.scm"))
    assert asked_once(folder, "unreadable")
    assert folder.read("repairable.scm") == REPAIRED, (command, folder.read("repairable.scm"))
    writes_without_asking(folder, command[0])


def asked_once(folder, name):
    """Whether one request indented all lines; Neovim writes no log."""
    if not os.path.exists(os.path.join(folder.path, f"log-{name}")):
        return True
    return re.findall(r'"textDocument/\w+ormatting"', folder.read(f"log-{name}")) == ['"textDocument/rangeFormatting"']


def writes_without_asking(folder, editor):
    """An error that is met when saving takes one line, which nobody has to confirm, and the location list has its place. What can be read
    is formatted."""
    folder.write("broken.scm", BROKEN)
    command, *arguments = folder.command(editor, "-u", "init.vim", "-i", "NONE", "broken.scm")
    terminal = pexpect.spawn(command, arguments, dimensions=(24, 80), encoding="utf-8")
    terminal.expect(pexpect.TIMEOUT, timeout=2)
    terminal.send(":let g:schemefmt_on_save = 1\r:w\r")
    terminal.expect("unclosed-list", timeout=20)
    terminal.expect(pexpect.TIMEOUT, timeout=1)
    assert "ENTER" not in terminal.before, terminal.before
    terminal.send(":call writefile(map(getloclist(0), 'v:val.lnum . v:val.text'), 'places')\r:q!\r")
    terminal.expect(pexpect.EOF, timeout=20)
    terminal.close()
    assert re.match(r"\d+error\[unclosed-list\]: ", folder.read("places")), folder.read("places")


def vim_in_neovim(folder):
    vim(folder, ("nvim", "--headless"))


def neovim(folder):
    folder.write("init.lua", recipe("lua").replace("/path/to/schemefmt/packages/editors/vim", plugin_for_vim()))
    folder.write("script.lua", NEOVIM)
    folder.run("nvim", "--headless", "--clean", "-u", "init.lua", "-S", "script.lua")
    for name, wanted in TYPED.items():
        assert folder.read(f"typed-{name}") == wanted, (name, folder.read(f"typed-{name}"))
    assert folder.read("outline") == OUTLINE, folder.read("outline")
    # An older one says once, on one line, what it lacks.
    older = ["--cmd", "set shortmess+=F | lua vim.fn.has = function() return 0 end"]
    said = folder.run("nvim", "--headless", "--clean", *older, "-u", "init.lua", "outline.scm", "-c", "edit repairable.scm | quit")
    assert re.fullmatch(r"schemefmt: the server needs Neovim 0\.10.*", said.strip()), said


def kakoune(folder):
    # Kakoune reads no configuration in a folder with an apostrophe.
    config = pathlib.Path(SYSTEM, "tmp", "kakoune", "kak")
    config.mkdir(parents=True, exist_ok=True)
    (config / "kakrc").write_text(recipe("kak"), encoding="utf-8")
    folder.write("script.kak", KAKOUNE)
    folder.run("env", "XDG_CONFIG_HOME=/tmp/kakoune", "kak", "-ui", "dummy", "-e", "source script.kak")


def helix(folder):
    """It is typed to, on a terminal. What is saved before the server is there is not formatted, so it is saved again."""
    folder.write(".config/helix/languages.toml", recipe("toml"))
    command, *arguments = folder.command("hx", "messy.scm")
    terminal = pexpect.spawn(command, arguments, dimensions=(30, 100))

    def type(keys, until=lambda: True):
        for _ in range(60):
            terminal.send(keys)
            # What it shows has to be read, or it waits.
            terminal.expect(pexpect.TIMEOUT, timeout=1)
            if until():
                return

    terminal.expect(pexpect.TIMEOUT, timeout=2)
    type("/of-the-cursor\r")
    type("iX\x1b")
    type(":w\r", lambda: folder.read("messy.scm") == formatted(MESSY.replace("of-the", "Xof-the")))
    type("iY\x1b")
    type(":w\r", lambda: "XY" in folder.read("messy.scm"))
    type(":open broken.scm\r")
    type(":w\r")
    terminal.sendline(":q!\r")
    terminal.expect(pexpect.EOF, timeout=20)
    terminal.close()


shutil.copy(PROGRAM, os.path.join(SYSTEM, "usr/local/bin/schemefmt"))
for editor in [emacs, eglot, vim, vim_in_neovim, neovim, kakoune, helix]:
    if sys.argv[3:] and editor.__name__ not in sys.argv[3:]:
        continue
    start = time.monotonic()
    folder = Folder()
    editor(folder)
    found, wanted = folder.read("messy.scm"), formatted(MESSY.replace("of-the", "XYof-the"))
    assert found == wanted, (editor.__name__, found, wanted)
    wanted = BROKEN if editor is kakoune else formatted(BROKEN, "--tolerant")
    assert folder.read("broken.scm") == wanted, (editor.__name__, folder.read("broken.scm"))
    shutil.rmtree(folder.path)
    print(f"{editor.__name__}: as expected, in {time.monotonic() - start:.1f} s")
