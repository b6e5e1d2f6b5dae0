"""Every key of session_state, in one place. They hold ids and plain values only."""

SEARCH_FOLDERS = "search_folders"
DRAFT_QUESTIONS = "draft_questions"  # questions being edited, as JSONL text
PASTED_TASKS = "pasted_tasks"
OPEN_RUNS = "open_runs"  # ids of the runs that the verdict page shows
RATING_ORDER = "rating_order"
