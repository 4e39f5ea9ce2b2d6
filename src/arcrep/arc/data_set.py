"""Task sets as data sets of the Hugging Face hub: Parquet with a card, in a folder or uploaded."""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arcrep.arc.data_card import SPLIT, data_card
from arcrep.arc.extras import extra
from arcrep.arc.parquet import json_columns
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.task_table import task_tables
from arcrep.arc.writing import new_folder

TABLE = f"data/{SPLIT}-00000-of-00001.parquet"
CARD = "README.md"
_LONGEST_NAME = 96


def write_data_set(
    task_set: TaskSet, folder: Path | str, about: str = "", license: str = "mit"
) -> None:
    """Write a folder that `datasets.load_dataset` and `read_tasks` read.

    The same tasks give the same bytes, as long as the version of pyarrow is the same.

    Args:
        task_set: What to write.
        folder: Its place, which must be free or an empty folder.
        about: What it is and how it was made, for the card, as Markdown.
        license: The hub's identifier of the licence, for the card.

    Raises:
        ValueError: The folder holds files, metadata is not JSON, or the extra `hub` is missing.
    """
    with new_folder(Path(folder)) as built:
        columns = _write_table(task_set, built / TABLE)
        card = data_card(task_set, columns, about, license)
        (built / CARD).write_text(card, encoding="utf-8")


def check_hub_name(name: str) -> None:
    """Say early what would keep a task set from being uploaded under a name.

    Raises:
        ValueError: The name is not OWNER/NAME, or the package for the hub is not installed.
    """
    extra("huggingface_hub")
    part = r"[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?"
    if not re.fullmatch(f"{part}/{part}", name) or len(name) > _LONGEST_NAME:
        raise ValueError(
            f"{name!r} is no name on the hub: it must be OWNER/NAME, each of letters, digits and "
            f"'-', '_' or '.' between them, {_LONGEST_NAME} characters at most"
        )


def push_to_hub(
    task_set: TaskSet,
    name: str,
    private: bool = True,
    replace: bool = False,
    about: str = "",
    license: str = "mit",
) -> str:
    """Upload a task set to the hub under OWNER/NAME, and return the commit.

    Args:
        task_set: What to upload.
        name: The name of the data set on the hub.
        private: Whether only its owner sees it.
        replace: Take the place of a data set of that name; it stays as public as it is.
        about: As in `write_data_set`.
        license: As in `write_data_set`.

    Raises:
        ValueError: The name is taken, `replace` meets a data set that is not as private as asked,
            the hub refuses, or `write_data_set` does.
    """
    hub = extra("huggingface_hub")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "data_set"
        write_data_set(task_set, folder, about, license)
        api = hub.HfApi()
        try:
            api.create_repo(name, repo_type="dataset", private=private, exist_ok=replace)
            is_private = api.dataset_info(name).private
            if is_private == private:
                return _upload(api, task_set, name, folder)
        except Exception as error:  # its errors come from many libraries and change with versions
            raise ValueError(
                f"{name}: cannot be uploaded: {error} (log in with `hf auth login`; "
                "replace=True writes over a data set of that name)"
            ) from error
    raise ValueError(f"{name} is there with private={is_private}: change that there, or ask for it")


def _upload(api: Any, task_set: TaskSet, name: str, folder: Path) -> str:
    commit = api.upload_folder(
        repo_id=name,
        repo_type="dataset",
        folder_path=folder,
        commit_message=f"{len(task_set)} tasks, digest {task_set.digest[:16]}",
        delete_patterns="data/*",
    )
    return commit.oid


def _write_table(task_set: TaskSet, path: Path) -> Mapping[str, str]:
    """Write the Parquet file, a row group at a time, and return the types of its columns."""
    parquet = extra("pyarrow.parquet")
    path.parent.mkdir()
    tables = task_tables(task_set)
    first = next(tables)
    with parquet.ParquetWriter(path, first.schema, compression="zstd") as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(table)
    texts = json_columns(first.schema, str(path))
    return {field.name: _type_name(field, texts) for field in first.schema}


def _type_name(field: Any, texts: frozenset[str]) -> str:
    if field.name in ("train", "test"):
        return "list of pairs"
    if field.name in texts:
        return "JSON text"
    return "list of lists" if field.name == "support_sets" else str(field.type)
