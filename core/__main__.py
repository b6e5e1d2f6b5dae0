"""`python -m core`: the same without a browser, for scripts."""

from core.commands.lazy import LazyGroup

_COMMANDS = {
    "core.commands.running": ("demo", "run", "runs"),
    "core.commands.shortlisting": ("shortlist",),
    "core.commands.naming": ("name",),
    "core.commands.model_files": ("models", "preflight", "quantize"),
    "core.commands.questions": ("questions", "grade"),
    "core.commands.deciding": ("verdict", "confidence", "compare"),
    "core.commands.chance": ("noise",),
    "core.commands.quantizing": ("ladder",),
    "core.commands.diverging": ("divergence",),
    "core.commands.forecasting": ("perplexity",),
    "core.commands.preparing": ("prepare",),
    "core.commands.reading": ("card",),
    "core.commands.reliability": ("mdad", "subset"),
}

main = LazyGroup(
    {command: module for module, commands in _COMMANDS.items() for command in commands},
    help="Which local language model suits my work, and how sure can I be?",
)

if __name__ == "__main__":
    main(prog_name="python -m core")
