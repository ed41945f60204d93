"""Tries the recipes of docs/editors.md in the real editors: python3 .ci/editors.py PROGRAM [NEWER [EDITOR...]]

Each editor runs a script of its own language that notes what it sees as JSON; here this is compared with what the program says.
NEWER is the folder that `.ci/newer` has filled. An editor that is missing is reported and left out.
"""

import fcntl
import glob
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

PROGRAM = os.path.abspath(sys.argv[1])
NEWER = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else ""
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

MESSY = """\
(define-module (messy)
  #:export (target))

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
# A bracket is missing, and a file with that cannot be formatted.
BROKEN = MESSY.replace("a) (else", "a (else")
CURSOR = "get-of-the-cursor"


def long_text(size):
    with open(os.path.join(ROOT, "testdata", "tour.scm"), encoding="utf-8") as tour:
        text = tour.read()
    return text * (size // len(text) + 1)


def program(text):
    """What the program makes of a text, and what it says."""
    done = subprocess.run([PROGRAM, "--stdin-filepath", "messy.scm", "-"], input=text, capture_output=True, text=True)
    return done.stdout, done.stderr.splitlines()


class Missing(Exception):
    """The editor of a recipe, or a package for it, is missing."""


def newer(name, release="trixie"):
    """A program of another release of Debian."""
    command = os.path.join(NEWER, release, "bin", name)
    if not os.access(command, os.X_OK):
        raise Missing(command)
    return command


def recipe(*kinds):
    """The blocks of these kinds: a language, and what the page says behind it."""
    with open(os.path.join(ROOT, "docs", "editors.md"), encoding="utf-8") as page:
        blocks = re.findall(r"^```([\w -]+)\n(.*?)^```", page.read(), re.DOTALL | re.MULTILINE)
    return "\n".join(text for kind, text in blocks if kind in kinds)


def on_terminal(command, folder, environment):
    """Runs an editor on a terminal until it ends."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe(command[0], command, environment)
    shown = b""
    try:
        while True:
            ready, _, _ = select.select([terminal], [], [], 60)
            assert ready, f"{command[0]} hangs after {shown[-2000:]!r}"
            shown += os.read(terminal, 65536)
    except OSError:
        pass  # This is how Linux tells that the other side is closed.
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    assert status == 0, (command, status, shown[-2000:])


class Terminal:
    """An editor on a terminal, to be typed to."""

    def __init__(self, command, folder, environment):
        self.command = command
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))

    def __enter__(self):
        self.read(2)
        return self

    def read(self, quiet):
        """Takes what is shown until nothing has been for some seconds, or the editor ends."""
        while select.select([self.terminal], [], [], quiet)[0]:
            try:
                os.read(self.terminal, 65536)
            except OSError:
                return

    def type(self, keys):
        os.write(self.terminal, keys.encode())
        self.read(0.5)

    def until(self, is_so, keys):
        """Types the keys again and again until something is so."""
        deadline = time.monotonic() + 60
        while not is_so() and time.monotonic() < deadline:
            self.type(keys)

    def __exit__(self, *_):
        deadline = time.monotonic() + 20
        while os.waitpid(self.process, os.WNOHANG) == (0, 0):
            if time.monotonic() > deadline:
                os.kill(self.process, signal.SIGKILL)
                os.waitpid(self.process, 0)
                raise AssertionError(f"{self.command[0]} does not end")
            self.read(0.1)
        os.close(self.terminal)


EMACS = r"""
(require 'json)
(setq results nil make-backup-files nil)
(defun note (name value) (push (cons name value) results))
(defun here () (buffer-substring (point) (min (point-max) (+ (point) 17))))
(defun text () (buffer-substring-no-properties (point-min) (point-max)))
(defun at-the-cursor () (goto-char (point-min)) (search-forward "target-of") (backward-char 6))

(find-file "messy.scm")
(at-the-cursor)
(execute-kbd-macro (kbd "SPC DEL C-x C-s"))
(note "formatted" (text))
(note "cursor" (here))
(note "touched" (buffer-modified-p))
(undo-boundary)
(undo)
(note "undone" (text))

(find-file "broken.scm")
(at-the-cursor)
(execute-kbd-macro (kbd "SPC DEL C-x C-s"))
(note "broken" (text))
(note "broken-cursor" (here))
(note "saved" (not (buffer-modified-p)))
(let ((window (get-buffer-window "*schemefmt*")))
  (note "error" (and window (with-current-buffer (window-buffer window) (text)))))
(let ((deadline (+ 50 (float-time))))
  (while (and (not (flymake-diagnostics)) (< (float-time) deadline))
    (sit-for 0.1)))
(note "diagnostics" (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(find-file "long.scm")
(goto-char (/ (point-max) 2))
(search-forward "classify")
(execute-kbd-macro (kbd "SPC DEL"))
(let ((start (float-time)))
  (save-buffer)
  (note "seconds" (- (float-time) start)))
(note "long" (text))
(note "long-cursor" (looking-back "classify" (line-beginning-position)))

(with-temp-file "results.json" (insert (json-encode results)))
(kill-emacs)
"""

# Any package that formats: the recipe makes the buffer, saved or by its command, what the program makes it.
EMACS_PACKAGE = r"""
(setq make-backup-files nil)
(find-file "messy.scm")
%s
(let ((deadline (+ 50 (float-time)))
      (case-fold-search nil))
  (while (and (string-match-p "#T" (buffer-string)) (< (float-time) deadline))
    (accept-process-output nil 0.1)))
(write-region nil nil "formatted" nil 'silent)
(set-buffer-modified-p nil)
(kill-emacs)
"""

# Saved through the server, as `on_terminal` sees it: the text, the cursor, and a text that does not balance.
EGLOT = r"""
(require 'json)
(setq make-backup-files nil)
(defun at-the-cursor () (goto-char (point-min)) (search-forward "target-of") (backward-char 6))
;; Eglot connects after a command; here none is given.
(defun managed () (run-hooks 'post-command-hook) (let ((deadline (+ 50 (float-time))))
  (while (and (not (eglot-managed-p)) (< (float-time) deadline)) (sit-for 0.1))))
(setq results nil)
(find-file "messy.scm")
(managed)
(at-the-cursor)
(eglot-format)
(push (cons "cursor" (buffer-substring (point) (+ (point) 17))) results)
(push (cons "formatted" (buffer-string)) results)
(find-file "broken.scm")
(managed)
(ignore-errors (eglot-format))
(push (cons "broken" (buffer-string)) results)
(with-temp-file "results.json" (insert (json-encode results)))
(kill-emacs)
"""

NEOVIM_LSP = r"""
local results = {}
local function attached(file)
  vim.cmd("edit " .. file)
  assert(vim.wait(50000, function()
    local client = vim.lsp.get_clients({ bufnr = 0 })[1]
    return client and client.initialized
  end, 20))
  vim.fn.cursor(1, 1)
  vim.fn.search("get-of-the-cursor")
end
local function text()
  return table.concat(vim.fn.getline(1, "$"), "\n") .. "\n"
end
local function here()
  return vim.fn.getline("."):sub(vim.fn.col("."), vim.fn.col(".") + 16)
end
attached("messy.scm")
vim.cmd("silent write")
results.cursor = here()
results.formatted = text()
attached("broken.scm")
vim.cmd("silent write")
results["broken-cursor"] = here()
results.broken = text()
attached("lines.scm")
vim.fn.search("last-one", "w")
vim.bo.formatexpr = "v:lua.vim.lsp.formatexpr(#{timeout_ms:20000})"
vim.cmd("normal! gqj")
results.lines = text()
vim.fn.writefile({ vim.json.encode(results) }, "results.json")
-- Neovim may write to a server that has just gone, while it goes itself.
vim.lsp.stop_client(vim.lsp.get_clients())
vim.wait(5000, function()
  return #vim.lsp.get_clients() == 0
end, 20)
vim.cmd("qall!")
"""

NEOVIM_CONFORM = r"""
local results = {}
local function text()
  return table.concat(vim.fn.getline(1, "$"), "\n") .. "\n"
end
vim.cmd("edit messy.scm")
vim.cmd("silent write")
results.formatted = text()
vim.cmd("edit broken.scm")
vim.cmd("silent! write")
results.broken = text()
vim.cmd("edit lines.scm")
local line = vim.fn.search("last-one", "w")
require("conform").format({ range = { start = { line, 0 }, ["end"] = { line + 1, 0 } }, timeout_ms = 20000 })
results.lines = text()
vim.fn.writefile({ vim.json.encode(results) }, "results.json")
vim.cmd("qall!")
"""

VIM = r"""
set nomore
let g:results = {}
function! Text() abort
  return join(getline(1, '$'), "\n") . "\n"
endfunction
function! Here() abort
  return strpart(getline('.'), col('.') - 1, 17)
endfunction
function! Cursor() abort
  call cursor(1, 1)
  call search('get-of-the-cursor')
endfunction

edit messy.scm
call Cursor()
Schemefmt
let g:results['formatted'] = Text()
let g:results['cursor'] = Here()
undo
let g:results['undone'] = Text()
Schemefmt
write
Schemefmt
let g:results['touched'] = &modified

edit! messy.scm
edit! lines.scm
call cursor(1, 1)
call search('last-one')
normal gq2j
let g:results['lines'] = Text()

edit! broken.scm
call Cursor()
messages clear
Schemefmt
let g:results['broken'] = Text()
let g:results['broken-cursor'] = Here()
let g:results['error'] = execute('messages')
normal gggqG
let g:results['broken-gq'] = Text()
let g:results['undo'] = undotree().seq_last

edit! long.scm
call cursor(line('$') / 2, 1)
call search('classify')
let s:start = reltime()
Schemefmt
let g:results['seconds'] = reltimefloat(reltime(s:start))
let g:results['long'] = Text()
let g:results['long-cursor'] = Here() =~# '^classify'

let $PATH = '/usr/bin:/bin'
edit! broken.scm
messages clear
Schemefmt
let g:results['broken-without-program'] = Text()
let g:results['error-without-program'] = execute('messages')

call writefile([json_encode(g:results)], 'results.json')
qall!
"""

KAKOUNE = r"""
edit messy.scm
format
write formatted
edit lines.scm
execute-keys '/\(define \(last-one<ret>JJ'
schemefmt-lines
write lines
edit broken.scm
execute-keys '/get-of-the-cursor<ret>'
try %{ format } catch %{ echo -to-file error %val{error} }
write broken
echo -to-file broken-cursor %val{selection}
quit!
"""


class Editor:
    """A folder with the files that an editor is to meet, and the comparison of what it made of them."""

    def __init__(self, name, scratch):
        self.name = name
        self.folder = os.path.join(scratch, name, "it's a folder")
        self.faults = 0
        os.makedirs(self.folder)
        self.long = long_text(175_000)
        for name, text in {"messy": MESSY, "narrowed": MESSY, "lines": MESSY, "broken": BROKEN, "long": self.long}.items():
            self.write(name + ".scm", text)
        path = os.pathsep.join([os.path.dirname(PROGRAM), os.environ["PATH"]])
        self.environment = {"SCHEMEFMT": PROGRAM, "PATH": path, "HOME": self.folder, "TERM": "xterm", "LC_ALL": "C.UTF-8"}

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def run(self, command):
        """Runs an editor without a terminal, and gives back what it said."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, (command, done.returncode, done.stdout, done.stderr[-4000:])
        # That is said wherever the system's own folders are missing, which newer ones are.
        return "".join(line for line in (done.stdout + done.stderr).splitlines(True) if "Warning: Lisp directory" not in line)

    def expect(self, what, found, wanted):
        if found != wanted:
            self.faults += 1
            print(f"{self.name}: {what} is {found!r} instead of {wanted!r}")

    def expect_results(self, results, **further):
        wanted = {
            "formatted": program(MESSY)[0],
            "undone": MESSY,
            "cursor": CURSOR,
            "touched": False,
            "broken": BROKEN,
            "broken-cursor": CURSOR,
            "long": program(self.long)[0],
            "long-cursor": True,
            **{name.replace("_", "-"): value for name, value in further.items()},
        }
        for name, value in wanted.items():
            # Each language has truth values of its own.
            self.expect(name, bool(results[name]) if isinstance(value, bool) else results[name], value)
        print(f"{self.name}: {len(self.long) // 1000} kB formatted in {results['seconds']:.2f} s")

    def expect_text_and_cursor(self, results):
        for name, value in {"formatted": program(MESSY)[0], "cursor": CURSOR, "broken": BROKEN}.items():
            self.expect(name, results[name], value)


def package_lint():
    """Where the lint for packages of Emacs is."""
    found = glob.glob(f"{NEWER}/trixie/root/usr/share/emacs/site-lisp/elpa-src/package-lint-*")
    return found[0] if found else None


def emacs(editor, command="emacs"):
    for name in ("schemefmt.el", "schemefmt-tests.el"):
        with open(os.path.join(ROOT, "packages", "editors", "emacs", name), encoding="utf-8") as file:
            editor.write(name, file.read())
    source = os.path.join(editor.folder, "schemefmt.el")
    batch = [command, "-batch", "-Q", "-L", "."]
    strict = ["--eval", "(setq byte-compile-error-on-warn t)"]
    editor.run([*batch, *strict, "-f", "batch-byte-compile", source])
    editor.expect("what checkdoc says", editor.run([*batch, "--eval", '(checkdoc-file "schemefmt.el")']), "")
    if package_lint():
        editor.run([*batch, "-L", package_lint(), "--eval", "(require 'package-lint)", "-f", "package-lint-batch-and-exit", source])
    else:
        print(f"{editor.name}: package-lint not run, it is not here")
    said = editor.run([*batch, "-l", "schemefmt-tests.el", "-f", "ert-run-tests-batch-and-exit"])
    print(f"{editor.name}: {re.search('Ran .*? unexpected', said)[0]}")

    init = editor.write("init.el", recipe("elisp").replace("/path/to/schemefmt/packages/editors/emacs", editor.folder))
    script = editor.write("script.el", EMACS)
    on_terminal([command, "-nw", "-Q", "-l", init, "-l", script], editor.folder, editor.environment)
    results = json.loads(editor.read("results.json"))
    editor.expect_results(results, saved=True)
    editor.expect("the error", bool(results["error"]) and results["error"].splitlines()[0], program(BROKEN)[1][0])
    message = program(BROKEN)[1][0].split(": ", 1)[1]
    editor.expect("the diagnostics", results["diagnostics"], [message])


def newer_emacs(editor):
    emacs(editor, newer("emacs"))


def format_all(editor):
    """A package of Debian's next release, in this one's Emacs."""
    folders = glob.glob(f"{NEWER}/trixie/root/usr/share/emacs/site-lisp/elpa-src/*")
    if not any("format-all" in folder for folder in folders):
        raise Missing("format-all")
    init = editor.write("init.el", recipe("elisp format-all"))
    script = editor.write("script.el", EMACS_PACKAGE % "(format-all-region-or-buffer)")
    load_path = [word for folder in folders for word in ("-L", folder)]
    on_terminal(["emacs", "-nw", "-Q", *load_path, "-l", init, "-l", script], editor.folder, editor.environment)
    editor.expect("formatted", editor.read("formatted"), program(MESSY)[0])


def vim(editor, command=("vim", "-N", "-es")):
    init = editor.write("init.vim", "filetype plugin on\n" + recipe("vim"))
    script = editor.write("script.vim", VIM)
    subprocess.run([*command, "-u", init, "-i", "NONE", "-S", script], cwd=editor.folder, env=editor.environment, stdin=subprocess.DEVNULL, check=True, timeout=60)
    results = json.loads(editor.read("results.json"))
    editor.expect_results(results, lines=last_one_formatted(), broken_gq=BROKEN, undo=False, broken_without_program=BROKEN)
    editor.expect("the error", program(BROKEN)[1][0] in results["error"].splitlines(), True)
    editor.expect("the error without the program", "not found" in results["error-without-program"], True)


def neovim(editor):
    vim(editor, ("nvim", "--headless", "-es"))


def neovim_lsp(editor, command=None, kind="lua"):
    command = command or newer("nvim")
    init = editor.write("init.lua", recipe(kind))
    script = editor.write("script.lua", NEOVIM_LSP)
    editor.run([command, "--headless", "--clean", "-u", init, "-S", script])
    results = json.loads(editor.read("results.json"))
    editor.expect_text_and_cursor(results)
    editor.expect("broken-cursor", results["broken-cursor"], CURSOR)
    editor.expect("lines", results["lines"], last_one_formatted())


def neovim_config(editor):
    neovim_lsp(editor, newer("nvim", "forky"), "lua config")


def neovim_conform(editor):
    command = newer("nvim", "forky")
    package = os.path.join(NEWER, "forky", "root", "usr", "share", "neovim-conform")
    init = editor.write("init.lua", f"vim.opt.runtimepath:prepend([[{package}]])\n" + recipe("lua conform"))
    script = editor.write("script.lua", NEOVIM_CONFORM)
    editor.run([command, "--headless", "--clean", "-u", init, "-S", script])
    results = json.loads(editor.read("results.json"))
    # It replaces whole lines, so the cursor may leave its word.
    wanted = {"formatted": program(MESSY)[0], "broken": BROKEN, "lines": last_one_formatted()}
    for name, value in wanted.items():
        editor.expect(name, results[name], value)


def helix(editor):
    """Typed on a terminal: an X before the cursor's word, then, formatted, a Y."""
    command = newer("hx")
    editor.write(".config/helix/languages.toml", recipe("toml"))
    with Terminal([command, "messy.scm"], editor.folder, editor.environment) as terminal:
        terminal.type("/get-of-the-cursor\r")
        terminal.type("iX\x1b")
        formatted = program(MESSY.replace(CURSOR, "X" + CURSOR))[0]
        # What is saved before the server is there is not formatted.
        terminal.until(lambda: editor.read("messy.scm") == formatted, ":w\r")
        terminal.type("iY\x1b")
        terminal.until(lambda: "XY" in editor.read("messy.scm"), ":w\r")
        terminal.type(":q!\r")
    editor.expect("formatted", editor.read("messy.scm"), formatted.replace("X", "XY"))


def eglot(editor):
    init = editor.write("init.el", recipe("elisp eglot"))
    script = editor.write("script.el", EGLOT)
    on_terminal([newer("emacs"), "-nw", "-Q", "-l", init, "-l", script], editor.folder, editor.environment)
    editor.expect_text_and_cursor(json.loads(editor.read("results.json")))


def last_one_formatted():
    """The text with its last form formatted and the rest as it is."""
    before, after = (text.index("(define (last-one") for text in (MESSY, program(MESSY)[0]))
    return MESSY[:before] + program(MESSY)[0][after:]


def kakoune(editor):
    # Kakoune reads no configuration in a folder with an apostrophe.
    config = os.path.dirname(editor.folder)
    editor.write("../kak/kakrc", recipe("kak"))
    editor.write("script.kak", KAKOUNE)
    environment = {**editor.environment, "XDG_CONFIG_HOME": config}
    subprocess.run(["kak", "-ui", "dummy", "-e", "source script.kak"], cwd=editor.folder, env=environment, check=True, timeout=60)
    editor.expect("formatted", editor.read("formatted"), program(MESSY)[0])
    editor.expect("lines", editor.read("lines"), last_one_formatted())
    editor.expect("broken", editor.read("broken"), BROKEN)
    editor.expect("broken-cursor", editor.read("broken-cursor").strip(), CURSOR)
    editor.expect("the error", "formatter returned an error" in editor.read("error"), True)


ATTEMPTS = [emacs, newer_emacs, eglot, format_all, vim, neovim, neovim_lsp, neovim_config, neovim_conform, helix, kakoune]

with tempfile.TemporaryDirectory() as scratch:
    faults = 0
    for attempt in [attempt for attempt in ATTEMPTS if attempt.__name__ in sys.argv[3:] or not sys.argv[3:]]:
        editor = Editor(attempt.__name__, scratch)
        try:
            attempt(editor)
        except Missing as what:
            print(f"{editor.name}: NOT RUN, {what} is missing")
            continue
        faults += editor.faults
        print(f"{editor.name}: {'as expected' if editor.faults == 0 else f'{editor.faults} faults'}")
    sys.exit(1 if faults else 0)
