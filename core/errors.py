"""One family for what a user can act on.

The message of a SurefitError is a sentence for the person at the screen: what
happened, where, and what to do about it ("model.gguf ends after 12 of 291
tensors: download it again"). It is raised at the edge, where the input is
read, and shown where it is caught. Anything else that goes wrong stays loud.
"""


class SurefitError(Exception):
    """What a user can act on; its text is shown as it is."""


class DataFileError(SurefitError):
    """A file of facts that comes with Surefit is missing or damaged."""


class ModelFileError(SurefitError):
    """A model file is missing, damaged, foreign, or too big."""


class TemplateError(SurefitError):
    """A chat template is missing, refuses the chat, or breaks its limits."""


class QuestionSetError(SurefitError):
    """A question set has faults; each is named by its row and column."""


class CardError(SurefitError):
    """A model card cannot be read."""


class InferenceError(SurefitError):
    """The model could not be loaded or asked."""


class ModelProcessDied(InferenceError):
    """The model's own process ended while it was working."""


class GpuMemoryFull(ModelProcessDied):
    """The GPU took the model, but not the cache of a longer question; on the CPU it can go on."""


class GradingError(SurefitError):
    """A grader is unknown, or its options make no sense."""


class NotEnoughData(SurefitError):
    """There is too little to say anything; the text says what is missing."""


class StoreError(SurefitError):
    """The results store cannot be read or written."""


class DownloadError(SurefitError):
    """A file could not be fetched, or is not the file that was asked for."""
