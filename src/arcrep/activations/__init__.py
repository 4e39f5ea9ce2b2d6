"""Hidden states of models to disk."""

from arcrep.activations.extraction import extract_model, task_vectors

__all__ = ["extract_model", "task_vectors"]
