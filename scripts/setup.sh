#!/usr/bin/env bash
# Builds .venv with arcrep and pinned versions of all it needs; does nothing when that is done.
#
#     make setup [CONSTRAINTS=FILE] [PYTHON=COMMAND]
#
# Runs again when the pins or pyproject.toml have changed. The last thing it writes is a note of
# what was installed: without that note .venv is taken for half-made and is built anew.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
note=.venv/installed

if [[ -z ${CONSTRAINTS:-} ]]; then
    CONSTRAINTS=constraints/cpu.txt
    if nvidia-smi >/dev/null 2>&1; then CONSTRAINTS=constraints/cuda.txt; fi
fi
if [[ ! -f $CONSTRAINTS ]]; then
    echo "error: CONSTRAINTS=$CONSTRAINTS is no file; take constraints/cpu.txt or cuda.txt" >&2
    exit 2
fi

# The folder counts too: a .venv that was moved or copied still points to where it was built.
place="$PWD"
wanted="$place
$CONSTRAINTS $(cat pyproject.toml "$CONSTRAINTS" | cksum)"
installed=$(cat "$note" 2>/dev/null || true)
works() { .venv/bin/python -c '' 2>/dev/null; }
if [[ $installed == "$wanted" ]] && works; then exit 0; fi

find_python() {
    local command
    local -a commands=(python3.11 python3.12 python3)
    if [[ -n ${PYTHON:-} ]]; then commands=("$PYTHON"); fi
    for command in "${commands[@]}"; do
        if "$command" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$command"
            return
        fi
    done
    echo "error: arcrep needs Python 3.11 or newer; tried ${commands[*]}; install one, or name it:" \
        "make setup PYTHON=COMMAND" >&2
    return 2
}

if [[ ${installed%%$'\n'*} != "$place" ]] || ! works; then
    python=$(find_python)
    echo "setup: making .venv with $("$python" --version)"
    if ! "$python" -m venv --clear .venv; then
        echo "error: $python cannot make .venv; on Debian and Ubuntu install python3-venv" >&2
        exit 2
    fi
fi
echo "setup: installing the versions of $CONSTRAINTS into .venv (minutes the first time)"
rm -f "$note"
.venv/bin/python -m pip install --disable-pip-version-check -c "$CONSTRAINTS" -e '.[dev]'
echo "$wanted" >"$note"
echo "setup: done"
