"""Where a run's metrics go beside its metrics.jsonl."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Logger(Protocol):
    """Receives every line of metrics."""

    def start(self, name: str, config: Mapping[str, Any]) -> None:
        """Begin a run."""
        ...

    def log(self, values: Mapping[str, float], step: int) -> None:
        """Take the scalars of a step."""
        ...

    def finish(self) -> None:
        """End the run."""
        ...


class NoLogger:
    """Nothing beside metrics.jsonl."""

    def start(self, name: str, config: Mapping[str, Any]) -> None:
        """Do nothing."""

    def log(self, values: Mapping[str, float], step: int) -> None:
        """Do nothing."""

    def finish(self) -> None:
        """Do nothing."""


class WandbLogger:
    """Scalars to Weights & Biases; `offline` (the default) needs no account.

    Args:
        project: Name of the project.
        mode: `offline`, `online` or `disabled`.
        folder: Where offline runs are written.
    """

    def __init__(
        self, project: str = "arcrep", mode: str = "offline", folder: str = "results"
    ) -> None:
        if mode not in ("offline", "online", "disabled"):  # YAML may bring a list
            raise ValueError(f"logger.mode is offline, online or disabled, got {mode!r}")
        self.project, self.mode, self.folder = project, mode, folder
        self._run: Any = None

    def start(self, name: str, config: Mapping[str, Any]) -> None:
        """Begin a run."""
        import wandb  # slow to import, and only wanted here

        try:
            self._run = wandb.init(
                project=self.project,
                name=name,
                config=dict(config),
                mode=self.mode,  # pyright: ignore[reportArgumentType] - checked above
                dir=self.folder,
            )
        except wandb.Error as error:
            raise ValueError(f"wandb: {error}; logger.mode=offline needs no account") from error

    def log(self, values: Mapping[str, float], step: int) -> None:
        """Take the scalars of a step."""
        self._run.log(dict(values), step=step)

    def finish(self) -> None:
        """End the run."""
        self._run.finish()
