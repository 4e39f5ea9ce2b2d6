"""Maps as files: what stands in them, where, and that they do not change."""

import re

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from arcrep.plotting import draw_map
from arcrep.plotting.rendering import FORMATS, render

POINTS = np.random.default_rng(0).standard_normal((90, 2)).astype(np.float32)
MANY = {
    "concept": [f"ConceptNumber{n % 16:02}" for n in range(90)],
    "action": [f"translate_to_contact{n % 30:02}" for n in range(90)],
    "odd": [["$x_1$", "_hidden", "a & b <c>", None][n % 4] for n in range(90)],
}


def drawn():
    return draw_map(POINTS, MANY, "a title", "a caption")


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_map_is_the_same_file(form):
    assert render(drawn(), form) == render(drawn(), form)


def test_the_svg_holds_its_text_as_text_and_no_time():
    svg = render(drawn(), "svg").decode()
    texts = set(re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    assert {"a title", "a caption", "concept", "ConceptNumber15 (5)"} <= texts
    assert {"$x_1$ (23)", "_hidden (23)", "a &amp; b &lt;c&gt; (22)", "no label (22)"} <= texts
    assert "14 other labels (42)" in texts
    assert "<dc:date>" not in svg


def test_the_pdf_embeds_its_fonts_and_has_no_time():
    pdf = render(drawn(), "pdf")
    assert b"/FontFile2" in pdf
    assert b"CreationDate" not in pdf


def test_legends_lie_beside_the_points_and_inside_the_figure():
    figure = drawn()
    FigureCanvasAgg(figure).draw()  # lays the figure out
    boxes = [axes.get_window_extent() for axes in figure.axes]
    legends = [axes.get_legend().get_window_extent() for axes in figure.axes]
    for legend in legends:
        assert not any(legend.overlaps(box) for box in boxes)
        assert legend.y0 >= 0
        assert legend.x1 <= figure.bbox.x1
    assert not legends[0].overlaps(legends[1])


def test_axes_have_no_numbers_and_points_lie_where_they_should():
    figure = drawn()
    for axes in figure.axes:
        assert (len(axes.get_xticks()), len(axes.get_yticks())) == (0, 0)
    lines = figure.axes[0].lines
    places = np.concatenate([np.column_stack(line.get_data()) for line in lines])
    assert sorted(map(tuple, places.tolist())) == sorted(map(tuple, POINTS.tolist()))


def test_labels_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="action: 3 labels for 90 points"):
        draw_map(POINTS, {"action": ["a"] * 3}, "", "")
    with pytest.raises(ValueError, match="at least one label set"):
        draw_map(POINTS, {}, "", "")
