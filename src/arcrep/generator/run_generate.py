"""What scripts/generate_tasks.py calls: a whole task set, by several processes, that resumes."""

import gc
import json
import multiprocessing
import os
import shutil
import signal
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from tqdm import tqdm

from arcrep.arc import (
    CONCEPTS,
    MAX_SIDE,
    Task,
    TaskSet,
    check_hub_name,
    push_to_hub,
    read_tasks,
    write_tasks,
)
from arcrep.generator.crossing import crossing_lines
from arcrep.generator.novelty import Families
from arcrep.generator.programs import Program
from arcrep.generator.recipes import recipes_of
from arcrep.generator.sampling import Limits, concept_of, sample_concept
from arcrep.generator.set_folder import State, look, open_run, read_complete
from arcrep.generator.tally import Tally
from arcrep.runs import COMPLETE, MANIFEST, Interrupted, Run, write_atomic

REPORT, REJECTED, TASKS, PARTS = "report.txt", "rejected.txt", "tasks", "parts"
LEAST_SIDE = 10

Form = Literal["folder", "file", "parquet"]


@dataclass(frozen=True)
class Wanted:
    """Which tasks are to be generated; equal ones give equal bytes.

    Attributes:
        per_concept: How many tasks of each concept.
        seed: The seed.
        concepts: The concepts; all by default.
        actions: The action labels that tasks may have; any by default.
        max_side: The longest side that an input may have.
        exclude: Ids and digests of tasks to leave out; others come in their place.

    Raises:
        ValueError: That cannot be generated.
    """

    per_concept: int = 100
    seed: int = 0
    concepts: tuple[str, ...] = CONCEPTS
    actions: tuple[str, ...] = ()
    max_side: int = MAX_SIDE
    exclude: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.per_concept < 1:
            raise ValueError(f"per_concept is {self.per_concept}: it must be at least 1")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"seed is {self.seed}: it must be from 0 to {2**32 - 1}")
        if not LEAST_SIDE <= self.max_side <= MAX_SIDE:
            raise ValueError(f"max_side is {self.max_side}: take {LEAST_SIDE} to {MAX_SIDE}")
        unknown = [concept for concept in self.concepts if concept not in CONCEPTS]
        if not self.concepts:
            raise ValueError(f"concepts: the list is empty; choose of {', '.join(CONCEPTS)}")
        if unknown:
            raise ValueError(f"concepts: {unknown[0]!r} is none of {', '.join(CONCEPTS)}")
        if twice := [concept for concept, n in Counter(self.concepts).items() if n > 1]:
            raise ValueError(f"concepts: {twice[0]} comes twice")
        labels = {c: {recipe.deed.label for recipe in recipes_of(c)} for c in self.concepts}
        known = set[str]().union(*labels.values())
        if unknown := [action for action in self.actions if action not in known]:
            listed = ", ".join(sorted(known))
            raise ValueError(f"actions: {unknown[0]!r} is no action of these concepts: {listed}")
        if idle := [c for c in self.concepts if self.actions and not labels[c] & {*self.actions}]:
            listed = ", ".join(sorted(labels[idle[0]]))
            raise ValueError(f"actions: {idle[0]} has none of these: leave it out, or add {listed}")
        of_others = [task for task, _ in self.exclude if concept_of(task) not in CONCEPTS]
        if of_others:
            raise ValueError(f"exclude: {of_others[0]!r} is no task of a generated set")


def run_generate(
    wanted: Wanted,
    out: Path | str,
    name: str,
    processes: int = 1,
    form: Form = "folder",
    hub_name: str | None = None,
    dry_run: bool = False,
) -> None:
    """Generate a task set into a folder, or go on where the same command was stopped.

    A set of the same settings that is complete there is left as it is.

    Args:
        wanted: Which tasks.
        out: A new or empty folder, or one in which the same was begun or made.
        name: The name of the task set.
        processes: How many at once; the result does not depend on it.
        form: The form of the tasks, as in `write_tasks`.
        hub_name: OWNER/NAME on the hub to upload to afterwards.
        dry_run: Only say what would be done, or why it could not be.

    Raises:
        ValueError: The folder holds something else or cannot be written, the recipes do not give
            so many tasks, or the hub refuses them.
    """
    if processes < 1:
        raise ValueError(f"processes is {processes}: it must be at least 1")
    if form not in ("folder", "file", "parquet"):
        raise ValueError(f"form is {form!r}: choose folder, file or parquet")
    if name in {"", ".."} or Path(name).name != name:
        raise ValueError(f"name is {name!r}: it must be the name of one folder")
    if hub_name is not None:
        check_hub_name(hub_name)
    out = Path(out).expanduser()
    config = json.loads(json.dumps({**asdict(wanted), "name": name, "form": form}))
    total = wanted.per_concept * len(wanted.concepts)
    several = "s" if len(wanted.concepts) > 1 else ""
    print(f"{name}: {total:,} tasks of {len(wanted.concepts)} concept{several}, into {out}")
    state = look(out, config)
    if dry_run:
        print(f"dry run: nothing written; {_so_far(state, wanted, out)}")
        return
    if state == "complete":
        tasks = read_complete(out)
        print(f"already complete, digest {tasks.digest}" + ("" if hub_name else ": nothing to do"))
    else:
        tasks = _make(wanted, out, config, processes)
    if hub_name:
        try:
            print(f"uploaded to {hub_name}: {push_to_hub(tasks, hub_name, about=tasks.name)}")
        except ValueError as error:
            kept = "the tasks are kept, and the same command uploads them"
            raise ValueError(f"{error}; {out}: {kept}") from error


def _make(wanted: Wanted, out: Path, config: dict[str, Any], processes: int) -> TaskSet:
    if left_out := sum(concept_of(task) in wanted.concepts for task, _ in wanted.exclude):
        print(f"exclude: {left_out:,} tasks are left out, and others come in their place")
    with open_run(out, config) as run:
        try:
            return _generate(run, wanted, processes)
        except KeyboardInterrupt:
            kept = _so_far("complete" if (out / COMPLETE).exists() else "begun", wanted, out)
            raise Interrupted(f"stopped: {kept}", signal.SIGINT) from None


def _so_far(state: State, wanted: Wanted, out: Path) -> str:
    """Say what of a set is in its folder, and what the command does about it."""
    if state == "new":
        return "it would begin there"
    if state == "complete":
        return "the set is complete"
    made = sum((out / PARTS / f"{concept}.json").exists() for concept in wanted.concepts)
    return (
        f"{made} of {len(wanted.concepts)} concepts are made and kept in {out}; the same command "
        "goes on from there"
    )


def _generate(run: Run, wanted: Wanted, processes: int) -> TaskSet:
    begin, config = time.monotonic(), run.manifest["config"]
    _sample_all(wanted, run.folder / PARTS, processes)
    tasks, tally, twice = _gather(wanted, run.folder / PARTS, config["name"])
    _write(run, tasks, config["form"])
    report = "\n".join([*_report(tasks, tally, twice), f"digest {tasks.digest}"])
    run.write_text(REPORT, report + "\n")
    run.write_text(REJECTED, "".join(f"{line}\n" for line in tally.refused))
    print(report)
    seconds = {
        "wall": time.monotonic() - begin,
        "cpu": tally.seconds,
        "search": tally.search_seconds,
    }
    print(_timing(seconds))
    run.write_json(MANIFEST, {**run.manifest, "seconds": seconds, "digest": tasks.digest})
    run.complete()
    shutil.rmtree(run.folder / PARTS)
    return tasks


def _sample_all(wanted: Wanted, folder: Path, processes: int) -> None:
    """Sample the concepts of which there is no part yet, or one that cannot be read."""
    missing = [concept for concept in wanted.concepts if not _is_whole(folder, concept)]
    if not missing:
        return
    if processes == 1:
        with _Progress(wanted, missing) as progress:
            for concept in missing:
                progress.say(_sample_part(wanted, concept, folder, progress.bar.update))
    else:
        _sample_in_pool(wanted, missing, folder, min(processes, len(missing)))


class _Progress:
    """A bar over the tasks, with a line for each concept that is done."""

    def __init__(self, wanted: Wanted, concepts: Sequence[str]) -> None:
        total = len(concepts) * _with_spare(wanted.per_concept)
        self.bar = tqdm(total=total, desc="generating", unit="task", disable=None)
        self._done, self._of = 0, len(concepts)

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.close()

    def say(self, line: str) -> None:
        """Say that one more concept is done."""
        self._done += 1
        self.bar.write(f"{self._done} of {self._of} concepts: {line}")
        sys.stdout.flush()


_LONGEST = (
    "InsideOutside",
    "MoveToBoundary",
    "CleanUp",
    "ExtractObjects",
    "FilledNotFilled",
    "AboveBelow",
)
"""Concepts that take longest: they come first, so that no process is left alone with one."""


def _place(concept: str) -> int:
    return _LONGEST.index(concept) if concept in _LONGEST else len(_LONGEST)


def _sample_in_pool(wanted: Wanted, concepts: Sequence[str], folder: Path, processes: int) -> None:
    count = multiprocessing.Value("q", 0)
    with ProcessPoolExecutor(processes, initializer=_start_worker, initargs=(count,)) as pool:
        try:
            # The bar comes second: it has a thread, which a fork would not carry over.
            going = {
                pool.submit(_sample_counted, wanted, concept, folder)
                for concept in sorted(concepts, key=_place)
            }
            with _Progress(wanted, concepts) as progress:
                while going:
                    done, going = wait(going, timeout=0.5, return_when=FIRST_COMPLETED)
                    progress.bar.update(count.value - progress.bar.n)
                    for work in done:
                        progress.say(work.result())
        except BrokenProcessPool:
            raise ValueError(
                "a process that sampled tasks was killed, perhaps for want of memory: the same "
                "command goes on"
            ) from None
        except BaseException:
            children = multiprocessing.active_children()  # forgotten when it is shut down
            pool.shutdown(wait=False, cancel_futures=True)
            for child in children:
                child.terminate()
            raise


_count: Any = None
"""In a worker: how many tasks all of them have made."""


def _start_worker(count: Any) -> None:
    """Take the counter of all workers; end this one when its parent is gone, however that ended."""
    global _count
    _count = count
    gc.set_threshold(100_000, 50, 50)  # of what a worker makes, little has circles: 5% of the time
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _sample_counted(wanted: Wanted, concept: str, folder: Path) -> str:
    def add() -> None:
        with _count.get_lock():
            _count.value += 1

    return _sample_part(wanted, concept, folder, add)


def _with_spare(per_concept: int) -> int:
    """Add a few for rules that another concept has, of which there are more among many."""
    return per_concept + -(-per_concept * (500 + per_concept) // 20_000)


def _sample_part(wanted: Wanted, concept: str, folder: Path, on_task: Callable[[], object]) -> str:
    """Sample the tasks of a concept into a file of their own, with some to spare."""
    begin, n = time.process_time(), _with_spare(wanted.per_concept)
    spare = n - wanted.per_concept
    limits = Limits(wanted.max_side, frozenset(wanted.actions), dict(wanted.exclude), spare)
    tasks, tally = sample_concept(concept, n, wanted.seed, limits, on_task)
    tally.seconds = time.process_time() - begin
    part = folder / f"{concept}.json"
    part.unlink(missing_ok=True)  # one that could not be read
    write_tasks(TaskSet(concept, tuple(tasks)), part, form="file")
    record = {**tally.to_json(), "sha256": sha256(part.read_bytes()).hexdigest()}
    write_atomic(folder / f"{concept}.tally", json.dumps(record))
    return f"{concept}, {len(tasks)} tasks, {tally.seconds:.0f} s"


def _read_part(folder: Path, concept: str) -> tuple[TaskSet, Tally]:
    record, part = json.loads((folder / f"{concept}.tally").read_text()), folder / f"{concept}.json"
    if record["sha256"] != sha256(part.read_bytes()).hexdigest():
        raise ValueError(f"{part.name} was changed since it was made")
    return read_tasks(part, concept), Tally.from_json(record)


def _is_whole(folder: Path, concept: str) -> bool:
    try:
        for task in _read_part(folder, concept)[0]:
            Program.from_spec(dict(task.metadata["program"]))
    except FileNotFoundError:
        return False
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        warnings.warn(f"{folder}: {concept} is sampled again, for {error}", stacklevel=2)
        return False
    return True


def _gather(wanted: Wanted, folder: Path, name: str) -> tuple[TaskSet, Tally, list[str]]:
    """Put the concepts together; a rule that one of them has no later one has again."""
    families, kept, twice = Families(), list[Task](), list[str]()
    tallies: list[Tally] = []
    for concept in wanted.concepts:
        part, tally = _read_part(folder, concept)
        tallies.append(tally)
        mine: list[Task] = []
        for task in part:
            program = Program.from_spec(dict(task.metadata["program"]))
            if len(mine) == wanted.per_concept:
                break
            if families.find(program, task.support):
                twice.append(task.id)
                continue
            mine.append(task)
        if len(mine) < wanted.per_concept:
            raise ValueError(
                f"{concept}: only {len(mine)} rules that no other task has: take another seed, or "
                "fewer tasks (per_concept)"
            )
        for task in mine:
            families.add(Program.from_spec(dict(task.metadata["program"])), task.support)
        kept += mine
    return TaskSet(name, tuple(kept)), Tally.total(tallies), twice


def _write(run: Run, tasks: TaskSet, form: Form) -> None:
    """Write the tasks; what an earlier attempt left half done goes first."""
    for pattern in (TASKS, f"{TASKS}.json", f".{TASKS}.*", ".*.tmp"):
        for left in run.folder.glob(pattern):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    write_tasks(tasks, run.folder / (f"{TASKS}.json" if form == "file" else TASKS), form=form)


def _report(tasks: TaskSet, tally: Tally, twice: Sequence[str]) -> Iterator[str]:
    yield from crossing_lines(tasks)
    yield f"rules that another task has, left out: {len(twice)}"
    yield from tally.lines()


def _timing(seconds: dict[str, float]) -> str:
    share = seconds["search"] / max(seconds["cpu"], 1e-9)
    return (
        f"{seconds['wall']:.0f} s, {seconds['cpu']:.0f} CPU seconds, "
        f"{share:.0%} of them in the search for rivals"
    )
