"""Loggers beside metrics.jsonl."""

import pytest

from arcrep.runs import read_metrics
from arcrep.training import NoLogger, WandbLogger

SMALL = ("data=starter", "experiment=varc_small", "debug=smoke", "out=run")


def test_no_logger_does_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    logger = NoLogger()
    logger.start("run", {})
    logger.log({"loss": 1.0}, 1)
    logger.finish()
    assert not list(tmp_path.iterdir())


def test_every_line_reaches_the_logger(script, tmp_path, monkeypatch):
    heard = []
    monkeypatch.setattr(NoLogger, "start", lambda self, name, config: heard.append((name, config)))
    monkeypatch.setattr(NoLogger, "log", lambda self, values, step: heard.append((step, values)))
    monkeypatch.setattr(NoLogger, "finish", lambda self: heard.append("finished"))
    assert script("train/varc.py", *SMALL, "loop.evaluate_every_steps=9").code == 0
    (name, config), *lines, end = heard
    assert name == "varc_small"
    assert config["seed"] == 0
    assert end == "finished"
    expected = [(line["step"], line["kind"]) for line in read_metrics(tmp_path / "run")]
    assert [(step, next(iter(values)).partition("/")[0]) for step, values in lines] == expected
    assert {"train/loss", "train/lr", "eval/accuracy"} <= {key for _, of in lines for key in of}


@pytest.mark.filterwarnings("default::DeprecationWarning", "default::ResourceWarning")
def test_wandb_offline_needs_no_account(script, tmp_path, monkeypatch):
    for name in ("CACHE_DIR", "CONFIG_DIR", "DATA_DIR", "DIR"):
        monkeypatch.setenv(f"WANDB_{name}", str(tmp_path / "wandb_home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("WANDB_SILENT", "true")
    for name in ("WANDB_API_KEY", "WANDB_MODE"):
        monkeypatch.delenv(name, raising=False)
    result = script("train/varc.py", *SMALL, "logger=wandb", "logger.folder=there")
    assert result.code == 0, result.err
    (run,) = (tmp_path / "there" / "wandb").glob("offline-run-*")
    (record,) = run.glob("*.wandb")
    assert record.stat().st_size > 1000
    assert b"train/loss" in record.read_bytes()


def test_another_mode_is_refused():
    with pytest.raises(ValueError, match="offline, online or disabled, got 'on'"):
        WandbLogger(mode="on")
