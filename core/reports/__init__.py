"""A finished comparison as Markdown, HTML and JSON."""
