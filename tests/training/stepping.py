"""A step as the loop makes it, up to its gradients."""

import functools

import torch

from arcrep.training import PartLoss


def backward(objective, step, after_each=lambda: None):
    """Add up the gradients of a step; return what its parts come to."""
    parts = []
    for part in objective.parts(step):
        with torch.autocast("cpu", enabled=False):
            part.loss.backward()
        parts.append(part)
        after_each()
    return functools.reduce(PartLoss.plus, parts)
