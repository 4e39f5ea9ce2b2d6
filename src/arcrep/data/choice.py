"""Which tasks a run works on."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from arcrep.arc import SOURCES, TaskSet, load
from arcrep.arc.sources import GENERATED, STARTER
from arcrep.runs import read_manifest
from arcrep.settings import check_text

INSTANCES = "instances"


@dataclass(frozen=True)
class TaskChoice:
    """A source of tasks and the part of it that is used.

    Attributes:
        source: Name of a source, or a path.
        support: The support examples that are learnt from: a set (`s1`, ...), `all`, or
            `instances` for one task (and one embedding) per support set.
        ids: Only these tasks; ids are text (`load` refuses what YAML took for numbers).
        concepts: Only tasks of these concepts.
        limit: At most so many tasks.
    """

    source: str
    support: str = "s1"
    ids: Sequence[object] | None = None
    concepts: Sequence[object] | None = None
    limit: int | None = None

    def __post_init__(self) -> None:
        check_text("data.source", self.source)

    def load(self) -> TaskSet:
        """Load the tasks, in the order of the source.

        Raises:
            ValueError: There is no such source, task, concept or support set.
        """
        tasks = load(self.source).select(self.ids, self.concepts, self.limit)
        if self.support == INSTANCES:
            tasks = tasks.instances()
        for task in tasks:
            task.support_examples(self.used_support)
        return tasks

    @classmethod
    def of_run(cls, folder: Path | str) -> "TaskChoice":
        """Return the choice that a training run recorded.

        Raises:
            ValueError: There is no training run in the folder.
        """
        recorded = read_manifest(folder)["config"].get("data")
        if not recorded:
            raise ValueError(f"{folder} is no training run: it records no data")
        try:
            return cls(**{key: value for key, value in recorded.items() if key != "_target_"})
        except (AttributeError, TypeError) as error:
            raise ValueError(f"run.json of {folder} was changed: data: {error}") from error

    def as_config(self) -> dict[str, Any]:
        """Return the choice as plain values that mean the same from any folder."""
        path = Path(self.source).expanduser()
        named = self.source in (*SOURCES, STARTER) or GENERATED.fullmatch(self.source)
        source = self.source if named or not path.exists() else str(path.resolve())
        return {"_target_": "arcrep.data.TaskChoice", **asdict(replace(self, source=source))}

    @property
    def used_support(self) -> str:
        """The support set of the loaded tasks: an instance has one, with all its examples."""
        return "all" if self.support == INSTANCES else self.support
