"""Every configuration composes, builds what it names, and runs when it is shrunk."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from hydra import compose, initialize_config_dir
from hydra.utils import instantiate
from omegaconf import DictConfig, OmegaConf

from arcrep.arc import Example, Task, TaskSet, as_grid, write_tasks
from arcrep.models import load_model, n_parameters
from arcrep.runs import read_run
from arcrep.training import (
    CorrectedSchedule,
    Halting,
    PublishedSchedule,
    TrmRecipe,
    VarcRecipe,
    WarmupSchedule,
)

ROOT = Path(__file__).parents[1]
CONFIGS = ROOT / "configs"
TRAIN = "train/varc.py"
EXPERIMENTS = sorted(path.stem for path in (CONFIGS / "experiment").glob("*.yaml"))
GROUPS = ("data", "model", "placement", "test", "optimizer", "schedule", "loop", "logger")
OF_TRM = {
    *("model=trm", "model=trm_small", "placement=tokens_once", "placement=tokens_each_start"),
    *(
        "test=trm",
        "optimizer=adam_atan2",
        "schedule=constant",
        "schedule=warmup",
        "schedule=warmup_100",
        "loop=deep_supervision",
    ),
}
OF_BOTH = {"data", "logger"}
OPTIONS = [
    (kind, f"{group}={path.stem}")
    for group in GROUPS
    for path in sorted((CONFIGS / group).glob("*.yaml"))
    for kind in ("varc", "trm")
    if group in OF_BOTH or (f"{group}={path.stem}" in OF_TRM) == (kind == "trm")
]
RECIPES = {"varc": VarcRecipe, "trm": TrmRecipe}
SMOKE = {"varc": "debug=smoke", "trm": "debug=smoke_trm"}


@pytest.fixture(scope="module", autouse=True)
def schema():
    """The doors register what they take."""
    for kind in RECIPES:
        runpy.run_path(str(ROOT / f"train/{kind}.py"), run_name="door")


def kind_of(experiment):
    return experiment.partition("_")[0]


def composed(*overrides, kind="varc"):
    with initialize_config_dir(str(CONFIGS), version_base="1.3"):
        return compose(f"train/{kind}", [*overrides])


def recipe(*overrides, kind="varc"):
    values = OmegaConf.to_container(composed(*overrides, kind=kind), resolve=True)
    for key in ("out", "resume", "dry_run", "name"):
        values.pop(key)
    return RECIPES[kind](**instantiate(values, _convert_="all"))


@pytest.fixture
def tasks(tmp_path):
    """A folder with four tasks of two support sets each."""

    def example(color):
        return Example(as_grid([[color, 0], [0, color]], ""), as_grid([[color]], ""))

    ids = ("00576224", "007", "1e5", "62e37015")
    written = [
        Task(
            task_id,
            tuple(example(color) for color in range(1, 5)),
            (example(5), example(6)),
            {"concept": "Copy"},
            ((0, 1), (2, 3)),
        )
        for task_id in ids
    ]
    write_tasks(TaskSet("tasks", tuple(written)), tmp_path / "tasks", form="folder")
    return ids


# What is composed


@pytest.mark.parametrize(("kind", "option"), OPTIONS)
def test_every_option_composes_and_builds(kind, option):
    assert isinstance(recipe(option, kind=kind), RECIPES[kind])


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_every_experiment_composes_and_builds(experiment):
    kind = kind_of(experiment)
    assert composed(f"experiment={experiment}", kind=kind).name == experiment
    made = recipe(f"experiment={experiment}", kind=kind)
    model = made.model(["a", "b"])
    assert made.optimizer(model.parameters()).param_groups[0]["lr"] > 0


@pytest.mark.parametrize("schedule", ["constant", "corrected", "published", "warmup"])
@pytest.mark.parametrize("kind", SMOKE)
def test_a_shrunk_run_takes_any_schedule(kind, schedule):
    chosen = recipe(f"schedule={schedule}", kind=kind).schedule
    assert recipe(SMOKE[kind], f"schedule={schedule}", kind=kind).schedule == chosen
    shrunk = recipe(SMOKE[kind], f"experiment={kind}_conceptarc100", kind=kind).schedule
    assert shrunk == (CorrectedSchedule(10) if kind == "varc" else WarmupSchedule(0))


def test_the_run_of_the_paper():
    made = recipe("experiment=varc_conceptarc100")
    assert (made.data.source, made.data.support) == ("conceptarc_100", "s1")
    assert (made.loop.epochs, made.loop.batch_size) == (1000, 256)
    assert (made.loop.clip_norm, made.loop.max_steps) == (1.0, None)
    assert made.placement.scales.tolist() == [1, 2]
    assert made.placement.translate
    assert made.test.placement.scales.tolist() == [2]
    assert not made.test.placement.translate
    assert made.test.passes == 1
    assert (made.keep, made.loss_mean, made.compile, made.seed) == ("final", "cells", "auto", 0)
    assert made.schedule == PublishedSchedule(warmup_epochs=10)
    (group,) = made.optimizer([torch.nn.Parameter(torch.zeros(1))]).param_groups
    assert (group["lr"], tuple(group["betas"])) == (3e-4, (0.9, 0.999))
    assert (group["eps"], group["weight_decay"]) == (1e-8, 0)
    model = made.model(["a"])
    assert model.settings == {
        "d_model": 512,
        "n_layers": 10,
        "n_heads": 8,
        "d_mlp": 512,
        "dropout": 0.1,
        "tokens": "needed",
        "patches_per_side": 32,
        "colors": 12,
    }


def test_the_trm_run_of_the_paper():
    made = recipe("experiment=trm_conceptarc100", kind="trm")
    assert (made.data.source, made.data.support) == ("conceptarc_100", "s1")
    assert (made.loop.epochs, made.loop.batch_size, made.loop.count) == (10_000, 768, "drawn")
    assert (made.loop.precision, made.loop.micro_batch) == ("bf16", 192)
    assert made.loop.epochs * 4_800 // made.loop.batch_size == 62_500
    assert (made.loop.clip_norm, made.loop.max_steps, made.ema) == (None, None, None)
    assert (made.placement.drawn, made.placement.keep_one) == ("once", True)
    assert (made.test.steps, made.test.early_exit, made.test.translate) == (16, False, False)
    assert made.test.precision is None
    assert made.halting == Halting(max_steps=16, exploration=0.1, weight=0.5)
    assert made.schedule == WarmupSchedule(warmup_steps=2000)
    weight = torch.nn.Parameter(torch.zeros(1))
    (group,) = made.optimizer([weight]).param_groups
    assert (group["lr"], tuple(group["betas"]), group["weight_decay"]) == (1e-4, (0.9, 0.95), 0.1)
    (group,) = made.table_optimizer(weight).param_groups
    assert (group["lr"], group["weight_decay"]) == (1e-2, 0.1)
    model = made.model([f"task{n}" for n in range(3)])
    assert n_parameters(model) - 3 * 512 == 6_829_058
    expected = {"d_model": 512, "n_layers": 2, "n_heads": 8, "expansion": 4, "prefix": 16}
    assert model.settings == {**expected, "h_cycles": 3, "l_cycles": 6, "side": 30}


def test_what_the_paper_leaves_open_of_trm_is_an_option():
    made = recipe(
        "experiment=trm_conceptarc100",
        *("placement=tokens_each_start", "ema=0.999", "model.l_cycles=4"),
        *("test.early_exit=true", "test.translate=true", "loop.count=started"),
        kind="trm",
    )
    assert (made.placement.drawn, made.ema, made.loop.count) == ("each_start", 0.999, "started")
    assert (made.test.early_exit, made.test.translate) == (True, True)
    assert made.model(["a"]).l_cycles == 4


@pytest.mark.parametrize(
    ("experiment", "support"), [("varc_conceptarc100_x8", "all"), ("varc_instances", "instances")]
)
def test_the_other_runs_of_the_paper_differ_in_their_support_only(experiment, support):
    paper = composed("experiment=varc_conceptarc100")
    other = composed(f"experiment={experiment}")
    assert other.data.support == support
    other.data.support, other.name = "s1", "varc_conceptarc100"
    assert other == paper


def test_what_the_paper_leaves_open_is_an_option():
    made = recipe(
        "experiment=varc_conceptarc100",
        *("placement=random", "loop.batch_size=32", "test=random", "test.passes=1"),
        *("test.canvas_metric=true", "keep=best_on_test", "loop.evaluate_every_steps=190"),
        *("schedule=corrected", "model.tokens=all"),
    )
    assert len(made.placement.scales) == 62
    assert made.test.placement.translate
    assert made.schedule == CorrectedSchedule(10)


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_an_experiment_opens_with_what_it_is_and_holds_only_differences(experiment):
    path = CONFIGS / "experiment" / f"{experiment}.yaml"
    head = path.read_text().partition("\ndefaults")[0]
    kind = kind_of(experiment)
    assert f"#   python train/{kind}.py experiment={experiment}" in head
    assert "# Hardware: " in head
    own = OmegaConf.load(path)
    groups = [next(iter(entry.items())) for entry in own.pop("defaults", [])]
    chosen = (f"{group.removeprefix('override /')}={name}" for group, name in groups)
    base = composed(*chosen, kind=kind)
    leaves = list(leaf_keys(own))
    assert "name" in leaves
    for key in leaves:
        assert OmegaConf.select(base, key) != OmegaConf.select(own, key), key


def leaf_keys(config, prefix=""):
    for key, value in config.items():
        if isinstance(value, DictConfig):
            yield from leaf_keys(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"


# What runs


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_every_experiment_runs_when_shrunk(script, tasks, tmp_path, experiment):
    kind = kind_of(experiment)
    shrunk = (f"experiment={experiment}", SMOKE[kind], "data.source=tasks", "loop.epochs=2")
    result = script(f"train/{kind}.py", *shrunk, "out=run")
    assert result.code == 0, result.err
    manifest = read_run(tmp_path / "run")
    assert manifest["config"]["name"] == experiment
    model = load_model(tmp_path / "run" / "model.pt")
    by_support = {"s1": (4, 8), "all": (4, 16), "instances": (8, 16)}
    expected = by_support[manifest["config"]["data"]["support"]]
    recorded = manifest["inputs"]["tasks"]
    assert (len(model.task_table.task_ids), recorded["support_examples"]) == expected


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """A folder where data/conceptarc_scale_100 is: two tasks, in place of 1,600."""
    folder = tmp_path_factory.mktemp("generated")
    small = ("per_concept=1", "max_side=12", "concepts=[TopBottom2D,Center]")
    command = [sys.executable, str(ROOT / "scripts" / "generate_tasks.py"), *small]
    subprocess.run([*command, "out=data/conceptarc_scale_100"], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize(
    ("experiment", "embeddings", "examples"),
    [
        ("varc_conceptarc100", 2, 6),
        ("varc_conceptarc100_x8", 2, 48),
        ("varc_instances", 16, 48),
    ],
)
def test_the_runs_of_the_paper_run_on_generated_tasks(
    run_script, generated, experiment, embeddings, examples
):
    asked = (f"experiment={experiment}", "data=conceptarc_scale_100")
    assert composed(*asked).data.support == composed(asked[0]).data.support
    shrunk = ("debug=smoke", "loop.epochs=1", f"out={experiment}")
    result = run_script(generated, TRAIN, *asked, *shrunk)
    assert result.code == 0, result.err
    manifest = read_run(generated / experiment)
    assert manifest["config"]["data"]["source"] == "conceptarc_scale_100"
    assert manifest["inputs"]["tasks"]["support_examples"] == examples
    table = load_model(generated / experiment / "model.pt").task_table
    assert len(table.task_ids) == embeddings


def test_a_dry_run_of_the_defaults_says_what_would_be_done(script, tasks, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    result = script(TRAIN, "data.source=tasks", "dry_run=true")
    assert result.code == 0, result.err
    assert "4 tasks, 8 support examples, 8 queries" in result.out
    assert "17,387,056 parameters" in result.out  # 17,385,008 and 4 rows of 512
    assert "dry run: nothing written" in result.out
    assert sorted(tmp_path.rglob("*")) == before


# Mistakes


def experiment_file(tmp_path, text):
    folder = tmp_path / "mine" / "experiment"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("# @package _global_\n" + text)
    return ("--config-dir", "mine", "experiment=mine")


@pytest.mark.parametrize(
    "override",
    [
        "sead=1",
        "model.d_modle=64",
        "+model.d_modle=64",
        "+optimizer.lrr=1",
        "+placement.scale=[1]",
        "+loop.epoch=3",
        "+data.suport=all",
        "experiment=varc_smal",
        "modle=varc_small",
        "seed=zero",
        "loop.epochs=0",
        "loop.max_steps=0",
        "loop.max_steps=-5",
        "loop.batch_size=2.5",
        "loop.epochs=many",
        "loop.evaluate_every_steps=-4",
        "schedule.warmup_epochs=-1",
        "model.n_layers=0",
        "+model.colors=5",
        "+model.patches_per_side=16",
        "data.support=s9",
        "device=gpu7",
        "device=meta",
    ],
)
def test_a_misspelled_setting_is_one_line(script, tasks, tmp_path, override):
    before = sorted(tmp_path.rglob("*"))
    told = script(TRAIN, "data.source=tasks", "model=varc_small", override, "out=run").mistake
    word = override.lstrip("+").partition("=")[0].rpartition(".")[2]
    named = (word, override.rpartition("=")[2], override.partition("=")[0].partition(".")[0])
    assert any(name in told for name in named)
    assert sorted(tmp_path.rglob("*")) == before  # nothing was begun


def test_a_run_that_would_learn_nothing_is_refused(script, tasks, tmp_path):
    published = ("schedule=published", "loop.epochs=5", "loop.max_steps=1")
    told = script(TRAIN, "data.source=tasks", "model=varc_small", *published, "out=run").mistake
    assert "rate is 0 in all 1 steps" in told
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("lop:\n  epochs: 3\n", "lop"),
        ("loop:\n  epoch: 3\n", "epoch"),
        ("model:\n  d_modle: 64\n", "d_modle"),
        ("optimizer:\n  lrr: 1\n", "lrr"),
        ("schedule:\n  warmup: 1\n", "warmup"),
    ],
)
def test_a_misspelled_key_of_an_experiment_file_is_one_line(script, tasks, tmp_path, text, word):
    mine = experiment_file(tmp_path, text)
    told = script(TRAIN, *mine, "data.source=tasks", "out=run").mistake
    assert word in told
    assert not (tmp_path / "run").exists()


# Ids are text


def test_ids_of_an_override_stay_text(script, tasks, tmp_path):
    chosen = "data.ids=[00576224,1e5,62e37015]"
    result = script(TRAIN, "debug=smoke", "data.source=tasks", chosen, "name=007", "loop.epochs=1")
    assert result.code == 0, result.err
    (run,) = (tmp_path / "results/train/varc/007").iterdir()
    assert load_model(run / "model.pt").task_table.task_ids == ("00576224", "1e5", "62e37015")
    assert read_run(run)["config"]["data"]["ids"] == ["00576224", "1e5", "62e37015"]


def test_quoted_ids_of_a_file_stay_text(script, tasks, tmp_path):
    mine = experiment_file(tmp_path, "data:\n  ids: ['00576224', '62e37015', '007']\n")
    result = script(TRAIN, *mine, "data.source=tasks", "dry_run=true")
    assert result.code == 0, result.err
    assert "3 tasks" in result.out


@pytest.mark.parametrize("ids", ["00576224", "62e37015", "1e5", "007"])
def test_an_id_that_yaml_took_for_a_number_is_one_line(script, tasks, tmp_path, ids):
    """YAML turns it into a number before anybody can look, so the message asks for quotes."""
    mine = experiment_file(tmp_path, f"data:\n  ids: [{ids}]\n")
    told = script(TRAIN, *mine, "data.source=tasks", "dry_run=true").mistake
    assert "quote" in told
