"""The four forms of a table: golden text of a small one, odd names, and the way back from CSV."""

import csv
import io
import re
from dataclasses import astuple, replace
from math import nan

import pytest

from arcrep.evaluation import Row, Table, from_csv, to_csv, to_latex, to_markdown, to_text


def row(metric, group, percent, sd, low, high, copy, concepts, tasks, queries, reason=""):
    return Row(metric, group, percent, sd, low, high, copy, concepts, tasks, queries, reason)


THIRD = 100 / 3
SMALL = Table(
    "a_set",
    "0123456789abcdef",
    2,
    (
        row("concept", "Copy", THIRD, 1.5, 20.0, 100.0, 0.0, 0, 3, 6),
        row("concept", "50%_x", 0.0, 0.0, nan, nan, 12.345, 0, 1, 2, "1 task"),
        row("mean", "concepts", 50 / 3, 0.75, nan, nan, 6.17, 2, 4, 8),
        row("solved", "1", 50.0, nan, 15.0, 85.0, 25.0, 0, 4, 8),
        row("outcome", "provider_error", 25.0, 0.0, nan, nan, 0.0, 0, 4, 8),
    ),
)

TEXT = """\
                                    percent    SD     95% interval   copy  tasks  queries
-----------------------------------------------------------------------------------------
Copy                                  33.33  1.50  [20.00, 100.00]   0.00      3        6
50%_x                                  0.00  0.00                -  12.35      1        2
-----------------------------------------------------------------------------------------
mean of 2 concepts                    16.67  0.75                -   6.17      4        8
-----------------------------------------------------------------------------------------
tasks with at least 1 query solved    50.00     -   [15.00, 85.00]  25.00      4        8
-----------------------------------------------------------------------------------------
provider error                        25.00  0.00                -   0.00      4        8
-----------------------------------------------------------------------------------------
a_set, digest 0123456789ab; mean over 2 runs with their sample SD
copy: what an answer that repeats the input scores
interval: clustered by task for accuracies, Wilson for shares of tasks
50%_x: 1 task
"""

CSV = """\
task_set,digest,runs,metric,group,percent,sd,low,high,copy,concepts,tasks,queries,reason
a_set,0123456789abcdef,2,concept,Copy,33.333333333333336,1.5,20.0,100.0,0.0,0,3,6,
a_set,0123456789abcdef,2,concept,50%_x,0.0,0.0,,,12.345,0,1,2,1 task
a_set,0123456789abcdef,2,mean,concepts,16.666666666666668,0.75,,,6.17,2,4,8,
a_set,0123456789abcdef,2,solved,1,50.0,,15.0,85.0,25.0,0,4,8,
a_set,0123456789abcdef,2,outcome,provider_error,25.0,0.0,,,0.0,0,4,8,
"""

MARKDOWN = r"""|  | percent | SD | 95% interval | copy | tasks | queries |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| Copy | 33.33 | 1.50 | [20.00, 100.00] | 0.00 | 3 | 6 |
| 50%\_x | 0.00 | 0.00 | - | 12.35 | 1 | 2 |
| mean of 2 concepts | 16.67 | 0.75 | - | 6.17 | 4 | 8 |
| tasks with at least 1 query solved | 50.00 | - | [15.00, 85.00] | 25.00 | 4 | 8 |
| provider error | 25.00 | 0.00 | - | 0.00 | 4 | 8 |

- a\_set, digest 0123456789ab; mean over 2 runs with their sample SD
- copy: what an answer that repeats the input scores
- interval: clustered by task for accuracies, Wilson for shares of tasks
- 50%\_x: 1 task
"""

LATEX = r"""% a_set, digest 0123456789ab; mean over 2 runs with their sample SD
% copy: what an answer that repeats the input scores
% interval: clustered by task for accuracies, Wilson for shares of tasks
% 50%_x: 1 task
\begin{tabular}{lrrrrrr}
\toprule
 & percent & SD & 95\% interval & copy & tasks & queries \\
\midrule
Copy & 33.33 & 1.50 & {[}20.00, 100.00] & 0.00 & 3 & 6 \\
50\%\_x & 0.00 & 0.00 & - & 12.35 & 1 & 2 \\
\midrule
mean of 2 concepts & 16.67 & 0.75 & - & 6.17 & 4 & 8 \\
\midrule
tasks with at least 1 query solved & 50.00 & - & {[}15.00, 85.00] & 25.00 & 4 & 8 \\
\midrule
provider error & 25.00 & 0.00 & - & 0.00 & 4 & 8 \\
\bottomrule
\end{tabular}
"""


@pytest.mark.parametrize(
    ("form", "expected"),
    [(to_text, TEXT), (to_csv, CSV), (to_markdown, MARKDOWN), (to_latex, LATEX)],
)
def test_a_small_table(form, expected):
    assert form(SMALL) == expected


ODD = ["=cmd()", "a|b", "50%_x", "'=1", "''", "-1", "@x", "007", "1e5", "a,b", 'q"q', "[x]"]
ODD += ["two\nlines", "tab\t", "\x1b[31mred", "a&b#c$d~e^f\\g{h}", "*bold*", "w" * 90, "gro\u00df"]


def odd_table(names, reason=""):
    return replace(
        SMALL,
        task_set="=set()",
        rows=tuple(replace(SMALL.rows[0], group=n, reason=reason) for n in names),
    )


def test_odd_names_come_back_from_csv():
    table = odd_table(ODD)
    assert astuple(from_csv(to_csv(table))) == astuple(table)
    again = from_csv(to_csv(SMALL))  # NaN is not equal to itself: compare what is written
    assert to_csv(again) == CSV


@pytest.mark.parametrize("name", ["=cmd()", "+1", "-1", "@x", "\t=1", "'=1"])
def test_no_cell_of_csv_is_a_formula(name):
    for cells in csv.reader(io.StringIO(to_csv(odd_table([name])))):
        assert not any(cell[:1] and cell[0] in "=+-@\t\r" for cell in cells)


@pytest.mark.parametrize("name", ODD)
def test_odd_names_keep_the_shape_of_every_form(name):
    table = odd_table([name], reason="1 task")
    lines = to_text(table).splitlines()
    assert len(lines) == 8
    assert all(len(line) <= 100 and line.isprintable() for line in lines)
    assert lines[2].split()[-7:] == ["33.33", "1.50", "[20.00,", "100.00]", "0.00", "3", "6"]

    cells = re.split(r"(?<!\\)\|", to_markdown(table).splitlines()[2])
    assert [cell.strip() for cell in cells[2:4]] == ["33.33", "1.50"]
    assert len(cells) == 9

    latex = next(line for line in to_latex(table).splitlines() if "33.33" in line)
    assert len(re.split(r"(?<!\\)&", latex)) == 7
    assert not re.search(r"(?<!\\)[%#$_]|^[*\[]", latex)


@pytest.mark.parametrize(
    ("name", "markdown", "latex"),
    [
        ("=cmd()", "=cmd()", "=cmd()"),
        ("a|b", r"a\|b", r"a\textbar{}b"),
        ("[x]", r"\[x\]", "{[}x]"),
        ("*y", r"\*y", "{*}y"),
        (
            "a&b\\^~{}",
            r"a\&b\\^\~\{\}",
            r"a\&b\textbackslash{}\textasciicircum{}\textasciitilde{}\{\}",
        ),
    ],
)
def test_names_are_escaped(name, markdown, latex):
    table = odd_table([name])
    assert f"| {markdown} | 33.33" in to_markdown(table)
    assert f"\n{latex} & 33.33" in to_latex(table)


def test_all_forms_print_the_same_numbers():
    numbers = [
        re.findall(r"(?<![\w.])\d+\.\d\d(?!\d)", form(SMALL)) for form in (to_text, to_latex)
    ]
    assert numbers[0] == numbers[1] == re.findall(r"\d+\.\d\d", to_markdown(SMALL))
    records = csv.DictReader(io.StringIO(to_csv(SMALL)))
    printed = [record[k] for record in records for k in ("percent", "sd", "low", "high", "copy")]
    assert [f"{float(number):.2f}" for number in printed if number] == numbers[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "has columns"),
        (CSV.splitlines()[0] + "\n", "without a row"),
        (CSV.replace("33.333333333333336", "many"), "many"),
    ],
)
def test_another_csv_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        from_csv(text)
