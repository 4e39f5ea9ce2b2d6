"""What can go wrong with a task program, told apart so that a caller can act on it."""


class ProgramError(ValueError):
    """A program that cannot be; the message names the node, the reason and what would do."""


class RuleError(ValueError):
    """A sound program that says nothing clear about this grid.

    Attributes:
        path: The node where it stopped, such as `clauses[0].select`; filled in on the way up.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


class NothingSelectedError(RuleError):
    """The selector finds nothing here."""


class TieError(RuleError):
    """Several candidates are equally good where one is needed."""


class SampleError(ValueError):
    """A layout could not draw an input on which its program works."""
