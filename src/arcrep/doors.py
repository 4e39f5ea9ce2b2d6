"""Doors: how a script of `train/`, `analysis/` or `scripts/` meets its user.

A user's mistake is one line on stderr and exit code 2, never a traceback; ids and paths on the
command line stay text.
"""

import functools
import io
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec, cast

P = ParamSpec("P")

_ITEM = re.compile(r"(?:'[^']*'|\"[^\"]*\"|[^,])+")  # of a list; commas in quotes are its own

# What Hydra would add to a script's own settings, or take from them.
_ADDED = re.compile(r"\+\w+=|\+\+")
_LEFT_OUT = re.compile(r"~[\w.]+(=|$)")
_UNKNOWN = re.compile(r"got an unexpected keyword argument '(\w+)'")
_NAMELESS = re.compile(r"[+~]+$|[+~]*[=@]")

# What torch says, in a RuntimeError, and Python.
_NO_ROOM = re.compile(
    "out of memory|can't allocate|unable to allocate|overflow|too large|MemoryError", re.IGNORECASE
)

_FOREIGN_KEY = re.compile(
    r"In '(?P<group>[\w/]+)/(?P<choice>\w+)': ConfigKeyError .*Key '(?P<key>\w+)' not in"
)
_FORM = (
    "a setting is given as NAME=VALUE (--help lists them), a list as NAME=[ONE,TWO], and what has "
    "other characters in quotes"
)
_NULL_GROUP = "Config group override must be a string or a list"

_PART = re.compile(r"(arcrep\.\w+|torch\.optim)\.[A-Z]\w*")  # a class, nothing that it imports
_OF_PARTS = ("_target_", "_partial_")


def user_errors(main: Callable[P, None]) -> Callable[P, None]:
    """Wrap a function of a script: a user's mistake is one line on stderr and exit code 2.

    `ARCREP_TRACEBACK=1` shows where it came from instead.
    """

    @functools.wraps(main)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            main(*args, **kwargs)
        except KeyboardInterrupt as interruption:
            print(interruption.args[0] if interruption.args else "interrupted", file=sys.stderr)
            raise SystemExit(getattr(interruption, "exit_code", 130)) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        except Exception as error:
            message = _user_message(error)
            if message is None or os.environ.get("ARCREP_TRACEBACK"):
                raise
            print(f"error: {message}", file=sys.stderr)
            raise SystemExit(2) from None

    return run


def door(main: Callable[[], None], text_keys: Iterable[str] = ()) -> Callable[[], None]:
    """Wrap a script's main: mistakes in one line, ids and paths of the command line as text.

    A script that Hydra starts puts `user_errors` under `hydra.main` too: Hydra would add a line of
    its own to an error that leaves the function.

    Args:
        main: What the script does.
        text_keys: Overrides (`key=value`) whose values are ids or paths: they stay text, whatever
            number or list syntax they look like.
    """

    @functools.wraps(main)
    def run() -> None:
        os.environ.setdefault("HYDRA_FULL_ERROR", "1")  # its own report ends with exit code 1
        _mend_streams()
        warnings.showwarning = _show_warning
        sys.argv[1:] = quote_overrides(sys.argv[1:], text_keys)
        user_errors(_refuse_unsuited)()
        user_errors(_refuse_empty)(text_keys)
        user_errors(main)()

    return run


def as_list(value: Any) -> list[Any]:
    """Return a setting that may be one thing, several, or nothing, as a list."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def check_targets(config: Any) -> None:
    """Refuse a recorded configuration that would build anything but components of ours.

    Raises:
        ValueError: A `_target_` lies elsewhere: a folder from somebody else must not run code. Or
            something else is asked of Hydra than to build a part, now or later.
    """
    if isinstance(config, list):
        for value in cast("list[Any]", config):
            check_targets(value)
    elif isinstance(config, dict):
        values = cast("dict[str, Any]", config)
        if "_target_" in values and not _PART.fullmatch(str(values["_target_"])):
            raise ValueError(
                f"the recorded configuration would run {values['_target_']}: not a part of arcrep"
            )
        unknown = [key for key in values if key.startswith("_") and key not in _OF_PARTS]
        if unknown or not isinstance(values.get("_partial_", False), bool):
            raise ValueError(
                "the recorded configuration was changed: of names with underscores before and "
                "after, a part has _target_, and _partial_, which is true or false"
            )
        check_targets(list(values.values()))


def quote_overrides(arguments: Sequence[str], text_keys: Iterable[str]) -> list[str]:
    """Quote the values of overrides that are ids or paths, so that `007` and `1e5` stay text."""
    keys = set(text_keys)
    return [_quote_override(argument, keys) for argument in arguments]


def _refuse_unsuited() -> None:
    """Refuse `+key=value` and `~key`: a script has the settings that it lists, no others.

    A typo is no addition. What has no name at all is refused here too: Hydra knows no word for it.
    """
    for argument in sys.argv[1:]:
        if _NAMELESS.match(argument):
            raise ValueError(f"{argument}: {_FORM}")
        if _LEFT_OUT.match(argument):
            raise ValueError(f"{argument}: no setting can be left out (--help lists them); drop it")
        if _ADDED.match(argument):
            raise ValueError(
                f"{argument}: no setting can be added to a script's own (--help lists them); for "
                "one of these drop the +"
            )


def _refuse_empty(text_keys: Iterable[str]) -> None:
    """Refuse `key=` of a text: an unset variable of a shell is no wish for the default."""
    keys = set(text_keys)
    for argument in sys.argv[1:]:
        key, equals, value = argument.partition("=")
        if equals and key in keys and not value.strip("'\" "):
            raise ValueError(f"{argument} gives nothing: give a value, or drop it")


def _quote_override(argument: str, keys: set[str]) -> str:
    key, equals, value = argument.partition("=")
    if not equals or key.lstrip("+") not in keys or value in {"", "null"}:
        return argument
    if value.startswith("[") and value.endswith("]"):
        items = [item.strip() for item in _ITEM.findall(value[1:-1])]
        return f"{key}=[{','.join(_quote(item) for item in items if item)}]"
    return f"{key}={_quote(value)}"


def _quote(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text
    if text.startswith("~/"):  # the shell expands it at the start of a word only
        text = os.path.expanduser(text)  # noqa: PTH111 - a text, whatever it names
    before_quote = re.sub(r"(\\+)(?='|$)", r"\1\1", text)  # elsewhere a backslash is itself
    return "'" + before_quote.replace("'", "\\'") + "'"


def _user_message(error: Exception) -> str | None:
    """Say in one line what the user can mend, or None when the fault is ours."""
    clearer = _of_hydra(_one_line(error))
    if clearer:
        return clearer
    configuration = type(error).__module__.partition(".")[0] in {"hydra", "omegaconf"}
    if type(error).__name__ == "OverrideParseException":
        return f"{getattr(error, 'override', 'an argument')}: {_FORM}"
    if configuration and isinstance(error.__cause__, Exception):
        inner = _user_message(error.__cause__)
        if inner is not None:
            return inner
        if isinstance(error.__cause__, TypeError):  # a component refused a misspelled setting
            return _one_line(error.__cause__)
    if configuration or isinstance(error, ValueError):
        return _one_line(error)
    no_room = isinstance(error, MemoryError | OverflowError | RuntimeError)
    if no_room and _NO_ROOM.search(_one_line(error)):
        return f"this does not fit into memory: {_one_line(error)}; take smaller sizes or batches"
    unknown = _UNKNOWN.search(str(error))
    for argument in sys.argv[1:]:
        if unknown and argument.startswith(f"+{unknown[1]}."):  # of a group that there is not
            return f"{argument}: there is no setting {unknown[1]} (--help lists them)"
    if isinstance(error, OSError):
        return (
            f"{error.strerror or error}: {error.filename}" if error.filename else _one_line(error)
        )
    return None


def _of_hydra(text: str) -> str | None:
    """Say in our words what Hydra says in words that name no remedy."""
    foreign = _FOREIGN_KEY.match(text)
    if foreign:
        return (
            f"{foreign['group']}={foreign['choice']} sets {foreign['key']}, which this script "
            "does not have: it goes with another script"
        )
    if text.startswith(_NULL_GROUP):
        given = [a for a in sys.argv[1:] if a.endswith("=null")]
        return f"{' '.join(given)}: a part cannot be left out; --help lists the choices"
    return None


def _mend_streams() -> None:
    """Let every character be printed in any locale, and a closed stream be a silent one."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - for the whole run
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _show_warning(message: Warning | str, *_: Any) -> None:
    print(f"warning: {message}", file=sys.stderr)


def _one_line(error: BaseException) -> str:
    text = str(error) or "".join(traceback.format_exception_only(error))
    return " ".join(text.split())
