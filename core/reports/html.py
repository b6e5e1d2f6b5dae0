"""The Markdown report as one HTML file that needs nothing else and runs nothing."""

from html import escape

from markdown_it import MarkdownIt

from core.advice.verdict.decision import Decision
from core.advice.verdict.published import Published
from core.reports.markdown import to_markdown

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24 }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid #c8d0d8; padding: .3rem .6rem; text-align: left }
pre { background: #f3f6f9; padding: .8rem; white-space: pre-wrap; overflow-wrap: anywhere }
blockquote { border-left: 4px solid #e69f00; margin-left: 0; padding-left: 1rem }
"""


def to_html(decision: Decision, published: Published | None = None) -> str:
    """The report as a page. Markup in answers, questions and names stays text."""
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(to_markdown(decision, published))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{escape(decision.headline)}</title><style>{_STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )
