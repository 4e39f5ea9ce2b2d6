"""Scoring: from what a model answered to tables of accuracies with intervals."""

from arcrep.evaluation.decoding import crop_tokens, decode_canvases, read_sizes
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
from arcrep.evaluation.review_merge import (
    Agreement,
    MergedReviews,
    agreement,
    excluded_tasks,
    merge_reviews,
    run_merge,
)
from arcrep.evaluation.reviews import (
    VERDICTS,
    Review,
    ReviewLog,
    Verdict,
    check_reviewer,
    read_reviews,
    review_from_json,
)
from arcrep.evaluation.run import run_score, write_scores
from arcrep.evaluation.scoring import OUTCOMES, Outcome, QueryScore, Scores, score
from arcrep.evaluation.table_csv import from_csv, to_csv
from arcrep.evaluation.tables import Row, Table, to_latex, to_markdown, to_text

__all__ = [
    "OUTCOMES",
    "VERDICTS",
    "Agreement",
    "Interval",
    "MergedReviews",
    "Origin",
    "Outcome",
    "Prediction",
    "QueryScore",
    "Review",
    "ReviewLog",
    "Row",
    "Scores",
    "Status",
    "Table",
    "Verdict",
    "agreement",
    "check_reviewer",
    "clustered_interval",
    "crop_tokens",
    "decode_canvases",
    "excluded_tasks",
    "from_csv",
    "merge_reviews",
    "prediction_from_grid",
    "read_origin",
    "read_predictions",
    "read_reviews",
    "read_sizes",
    "review_from_json",
    "run_merge",
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
