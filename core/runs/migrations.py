"""The store's schema, as numbered steps: each is applied once, in order, and never edited.

question_set   a snapshot of the questions, keyed by content, so that a run can always be read
project        what a person is deciding
run            one candidate × one question set × one configuration; `identity` is unique
project_run    which runs belong to which project
answer         what a model wrote; one per run and question, never overwritten
grade          what an answer was worth, at a time; the newest counts, the old ones stay
evaluation     runs that take turns, and the rule by which they may stop early
job            a download or a conversion, in a process of its own
runner         at most one row: the process that works the queue
"""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE question_set (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, body TEXT NOT NULL,
            questions_hash TEXT NOT NULL, created_at REAL NOT NULL)""",
        """CREATE TABLE project (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, purpose TEXT NOT NULL, use_case TEXT,
            candidates TEXT NOT NULL, question_set_id TEXT REFERENCES question_set(id),
            n INTEGER NOT NULL, draw_seed INTEGER NOT NULL, configuration TEXT NOT NULL,
            statements TEXT NOT NULL, created_at REAL NOT NULL, updated_at REAL NOT NULL)""",
        """CREATE TABLE card (
            id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES project(id) ON DELETE CASCADE,
            name TEXT NOT NULL, text TEXT NOT NULL, added_at REAL NOT NULL)""",
        """CREATE TABLE run (
            id TEXT PRIMARY KEY, identity TEXT NOT NULL UNIQUE, candidate TEXT NOT NULL,
            question_set_id TEXT NOT NULL REFERENCES question_set(id), use_case TEXT,
            configuration TEXT NOT NULL, draw_seed INTEGER NOT NULL, n INTEGER NOT NULL,
            state TEXT NOT NULL, message TEXT NOT NULL DEFAULT '', used_settings TEXT,
            events TEXT NOT NULL DEFAULT '[]', cancel_wanted INTEGER NOT NULL DEFAULT 0,
            pid INTEGER, pid_started REAL, heartbeat_at REAL, queued_at REAL NOT NULL,
            created_at REAL NOT NULL, started_at REAL, ended_at REAL)""",
        """CREATE TABLE project_run (
            project_id INTEGER NOT NULL REFERENCES project(id) ON DELETE CASCADE,
            run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
            PRIMARY KEY (project_id, run_id))""",
        """CREATE TABLE answer (
            run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, question_id TEXT NOT NULL,
            position INTEGER NOT NULL, ask_hash TEXT NOT NULL, prompt_hash TEXT NOT NULL,
            choice_order TEXT NOT NULL, text TEXT NOT NULL, finish_reason TEXT NOT NULL,
            prompt_tokens INTEGER NOT NULL, answer_tokens INTEGER NOT NULL, duration_s REAL NOT NULL,
            note TEXT NOT NULL, loglikelihoods TEXT NOT NULL, answered_at REAL NOT NULL,
            PRIMARY KEY (run_id, question_id))""",
        """CREATE TABLE grade (
            id INTEGER PRIMARY KEY, run_id TEXT NOT NULL, question_id TEXT NOT NULL,
            outcome TEXT NOT NULL, score REAL, read TEXT, why TEXT NOT NULL, grader TEXT NOT NULL,
            version INTEGER NOT NULL, graded_at REAL NOT NULL,
            FOREIGN KEY (run_id, question_id) REFERENCES answer(run_id, question_id) ON DELETE CASCADE)""",
        "CREATE INDEX grade_of_answer ON grade(run_id, question_id, id)",
        """CREATE TABLE runner (
            id INTEGER PRIMARY KEY CHECK (id = 1), pid INTEGER NOT NULL, pid_started REAL NOT NULL)""",
        """CREATE TABLE job (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, arguments TEXT NOT NULL, state TEXT NOT NULL,
            share REAL NOT NULL DEFAULT 0, message TEXT NOT NULL DEFAULT '', result TEXT,
            cancel_wanted INTEGER NOT NULL DEFAULT 0, pid INTEGER, pid_started REAL,
            created_at REAL NOT NULL, ended_at REAL)""",
        "CREATE TABLE preference (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    (
        "ALTER TABLE run ADD COLUMN stopping_rule TEXT NOT NULL DEFAULT 'fixed'",
        "ALTER TABLE run ADD COLUMN environment TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE project ADD COLUMN stopping_rule TEXT NOT NULL DEFAULT 'fixed'",
        """CREATE TABLE evaluation (
            id INTEGER PRIMARY KEY, rule TEXT NOT NULL, budget INTEGER NOT NULL, run_ids TEXT NOT NULL,
            ended TEXT, created_at REAL NOT NULL)""",
    ),
    ("ALTER TABLE run ADD COLUMN twin_of TEXT",),  # the run whose noise floor this one measures
    (
        "ALTER TABLE card ADD COLUMN results TEXT NOT NULL DEFAULT '{}'",  # files of .eval_results, by path
        "ALTER TABLE card ADD COLUMN own_subjects TEXT NOT NULL DEFAULT '[]'",  # labels a person pointed out as own
        "ALTER TABLE card ADD COLUMN origin TEXT NOT NULL DEFAULT ''",  # where it came from, and when
    ),
)
