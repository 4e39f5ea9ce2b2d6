"""Both doors warn of a run that ends before its learning rates are what is set."""

import pytest

from arcrep.arc import write_tasks

GIVEN = {
    "train/trm.py": ("model=trm_small", "model.side=4"),
    "train/varc.py": ("model=varc_small",),
}
WITHIN = "warning: the run ends within the warm-up of its schedule: in all of its"


@pytest.fixture
def warned(script, recall, tmp_path):
    """Ask a door, of which 4 of the 8 examples make a batch, what it would do."""
    write_tasks(recall, tmp_path / "tasks.json", form="file")

    def ask(door, *given):
        small = ("data.source=tasks.json", "loop.batch_size=4", "dry_run=true", "device=cpu")
        result = script(door, *small, *GIVEN[door], *given)
        assert result.code == 0, result.err
        lines = [line for line in result.err.splitlines() if line.startswith("warning: ")]
        assert len(lines) <= 1
        return lines[0] if lines else ""

    return ask


@pytest.mark.filterwarnings("default:the run ends within the warm-up")
@pytest.mark.parametrize("door", GIVEN)
@pytest.mark.parametrize(
    ("schedule", "enough", "reached"),
    [
        (("schedule=warmup",), 2000, "99.950%"),
        (("schedule=corrected", "loop.epochs=1000"), 20, "95.000%"),
        (("schedule=published", "loop.epochs=1000"), 21, "90.000%"),
    ],
)
def test_a_run_that_ends_within_the_warmup(warned, door, schedule, enough, reached):
    line = warned(door, *schedule, f"loop.max_steps={enough - 1}")
    assert line == (
        f"{WITHIN} {enough - 1} steps learning rates reach {reached} of what is set: take more "
        "steps, or schedule=constant"
    )
    assert not warned(door, *schedule, f"loop.max_steps={enough}")


@pytest.mark.filterwarnings("default:the run ends within the warm-up")
def test_a_trm_run_that_learns_nothing_at_all(warned):
    """The first epoch of the schedule published for VARC; of VARC it is refused."""
    line = warned("train/trm.py", "schedule=published", "loop.max_steps=2")
    assert line.startswith(f"{WITHIN} 2 steps learning rates are 0 and nothing is learnt: ")


@pytest.mark.parametrize("door", GIVEN)
def test_a_constant_rate_has_no_warmup(warned, door):
    assert not warned(door, "schedule=constant", "loop.max_steps=1")


@pytest.mark.filterwarnings("default:the run ends within the warm-up")
@pytest.mark.parametrize("door", GIVEN)
@pytest.mark.parametrize(
    ("schedule", "name"),
    [("published", "warmup_epochs"), ("corrected", "warmup_epochs"), ("warmup", "warmup_steps")],
)
def test_a_warmup_of_any_length_is_told_at_once(warned, door, schedule, name):
    """A step at a time it would take weeks."""
    most = 10**12
    given = (f"schedule={schedule}", f"schedule.{name}={most}", f"loop.epochs={most}")
    assert not warned(door, *given)
    assert WITHIN in warned(door, *given, f"loop.max_steps={10**11}")
