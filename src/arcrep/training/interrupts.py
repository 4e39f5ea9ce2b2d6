"""Stopping a long run by Ctrl-C or SIGTERM without losing it."""

import signal
import threading
from types import FrameType, TracebackType

from arcrep.runs import Interrupted

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """A context in which the first Ctrl-C or SIGTERM only sets `signal`; the second stops at once.

    The work inside asks between its steps, saves, and stops by itself. Work that has nothing to
    save stops at the first (`at_once`), by `Interrupted`. Handlers can be set in the main thread
    only; elsewhere this context does nothing.
    """

    def __init__(self, at_once: bool = False) -> None:
        self.at_once = at_once
        self.signal: int | None = None
        self._before: dict[int, signal.Handlers | signal._HANDLER] = {}  # pyright: ignore[reportPrivateUsage]

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread():
            self._before = {which: signal.signal(which, self._note) for which in _SIGNALS}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()

    def _note(self, which: int, _frame: FrameType | None) -> None:
        self.signal = which
        if self.at_once:
            raise Interrupted("stopped", which)
        self._restore()  # a second signal acts at once

    def _restore(self) -> None:
        for which, handler in self._before.items():
            signal.signal(which, handler)
        self._before = {}
