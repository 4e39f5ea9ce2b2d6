"""Scoring: from what a model answered to tables of accuracies with intervals."""

from arcrep.evaluation.decoding import decode_canvases, read_sizes
from arcrep.evaluation.intervals import Interval, clustered_interval, sample_sd, wilson_interval
from arcrep.evaluation.metrics import summarize
from arcrep.evaluation.predictions import (
    Origin,
    Prediction,
    Status,
    prediction_from_grid,
    read_origin,
    read_predictions,
    write_predictions,
)
from arcrep.evaluation.run import run_score, write_scores
from arcrep.evaluation.scoring import OUTCOMES, Outcome, QueryScore, Scores, score
from arcrep.evaluation.table_csv import from_csv, to_csv
from arcrep.evaluation.tables import Row, Table, to_latex, to_markdown, to_text

__all__ = [
    "OUTCOMES",
    "Interval",
    "Origin",
    "Outcome",
    "Prediction",
    "QueryScore",
    "Row",
    "Scores",
    "Status",
    "Table",
    "clustered_interval",
    "decode_canvases",
    "from_csv",
    "prediction_from_grid",
    "read_origin",
    "read_predictions",
    "read_sizes",
    "run_score",
    "sample_sd",
    "score",
    "summarize",
    "to_csv",
    "to_latex",
    "to_markdown",
    "to_text",
    "wilson_interval",
    "write_predictions",
    "write_scores",
]
