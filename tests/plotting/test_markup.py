"""Text in, HTML out: nothing foreign becomes markup."""

from arcrep.plotting.markup import Markup, join, section, table, tag


def test_text_is_escaped_and_markup_is_not():
    inner = tag("b", "<i>")
    assert inner == "<b>&lt;i&gt;</b>"
    assert tag("p", "a & ", inner) == "<p>a &amp; <b>&lt;i&gt;</b></p>"
    assert join(["<", Markup("<br>")]) == "&lt;<br>"


def test_attributes_cannot_be_broken_out_of():
    assert tag("img", alt='"><script>', class_="a", aria_label="'") == (
        '<img alt="&quot;&gt;&lt;script&gt;" class="a" aria-label="&#x27;">'
    )


def test_markup_that_was_formatted_into_text_is_escaped_again():
    assert section(f"{tag('b', 'x')}").startswith("<section><h2>&lt;b&gt;")


def test_a_table_escapes_every_cell():
    found = table(["<h>", "n"], [["<a>", "<1>"]], "<c>")
    for text in ("<h>", "<a>", "<1>", "<c>"):
        assert text not in found
        assert text.replace("<", "&lt;").replace(">", "&gt;") in found
