"""What stops a run between two lines of metrics."""

import pytest
import torch

from arcrep.training.window import Window


def step(window, loss=1.0, norm=1.0, targets=5):
    norm = None if norm is None else torch.tensor(norm)
    window.add(torch.tensor(loss), norm, torch.tensor(targets), 3)


def test_the_mean_loss_and_the_examples_are_counted():
    window = Window(torch.device("cpu"))
    window.clear(10)
    for loss in (1.0, 2.0, 6.0):
        step(window, loss)
    window.check()
    assert window.summary()["loss"] == 3.0
    assert window.n_examples == 9
    window.clear(13)
    assert window.n_examples == 0


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ({"loss": float("nan")}, "the loss is not finite in steps 10 to 12"),
        ({"loss": float("inf")}, "the loss is not finite in steps 10 to 12"),
        ({"norm": float("nan")}, "the gradient is not finite in steps 10 to 12"),
        ({"targets": 0}, "a batch in steps 10 to 12 has no labelled cell"),
        ({"targets": 0, "loss": float("nan")}, "nothing to learn from"),
    ],
)
def test_a_fault_is_told_with_its_steps(fault, message):
    window = Window(torch.device("cpu"))
    window.clear(10)
    step(window)
    step(window, **fault)
    step(window)
    with pytest.raises(ValueError, match=message) as told:
        window.check()
    assert "checkpoint" not in str(told.value)  # nobody here knows whether there are any


def test_a_norm_that_was_not_taken_is_no_fault():
    window = Window(torch.device("cpu"))
    step(window, norm=None)
    window.check()


def test_a_restored_window_goes_on():
    window, later = Window(torch.device("cpu")), Window(torch.device("cpu"))
    window.clear(4)
    step(window, 1.0)
    step(window, float("nan"))
    later.load_state_dict(window.state_dict())
    step(later, 1.0)
    with pytest.raises(ValueError, match="steps 4 to 6"):
        later.check()
