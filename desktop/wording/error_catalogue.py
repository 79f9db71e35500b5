"""What each kind of error is called, and what to do about it, in words that lupdate finds here."""

from dataclasses import dataclass

from engine.translatable import translatable


@dataclass(frozen=True, slots=True)
class Entry:
    """The texts of one kind of error; `{}` are filled from its `data` by name."""

    title: str
    sentences: tuple[str, ...]
    """The fullest first: the first one that the data can fill is used."""
    details: str = ""
    """What an expert wants to know."""

    @classmethod
    def of(cls, title: str, *sentences: str, details: str = "") -> "Entry":
        """Return an entry with one sentence or more."""
        return cls(title, sentences, details)


CATALOGUE = {
    "engine": Entry.of(
        translatable("ErrorText", "The device or a file cannot be used"),
        translatable("ErrorText", "Choose another device, or start again."),
    ),
    "model_folder": Entry.of(
        translatable("ErrorText", "The model cannot be used"),
        translatable(
            "ErrorText", "The model in {path} cannot be used. Choose another, or import it again."
        ),
    ),
    "model_folder_missing": Entry.of(
        translatable("ErrorText", "Model not found"),
        translatable(
            "ErrorText",
            "There is no model in {path} any more. Choose another, or import it again.",
        ),
    ),
    "model_folder_damaged": Entry.of(
        translatable("ErrorText", "The model is damaged"),
        translatable(
            "ErrorText",
            "The model in {path} is incomplete. Choose another, or import or train it again.",
        ),
        details="{problems}",
    ),
    "model_folder_too_new": Entry.of(
        translatable("ErrorText", "The model needs a newer version"),
        translatable(
            "ErrorText",
            "The model in {path} was made by a newer version of Translucent. Update Translucent "
            "to use it.",
        ),
        details="format_version {found} > {supported}",
    ),
    "model_folder_exists": Entry.of(
        translatable("ErrorText", "A model with this name already exists"),
        translatable(
            "ErrorText",
            "{path} already exists. Nothing was overwritten. Choose another name, or remove "
            "that model first.",
        ),
    ),
    "model_folder_busy": Entry.of(
        translatable("ErrorText", "This model is being changed elsewhere"),
        translatable(
            "ErrorText",
            "{path} is being imported, replaced or removed by another program or another part of "
            "this one. Nothing was changed. Wait until that has finished, then try again.",
        ),
    ),
    "model_folder_kept": Entry.of(
        translatable("ErrorText", "The model was not removed"),
        translatable(
            "ErrorText",
            "The model in {path} was not removed. Built-in models cannot be removed; other "
            "models may be in use by another program.",
        ),
        details="{reason}",
    ),
    "model_not_compressed": Entry.of(
        translatable("ErrorText", "The model was not compressed"),
        translatable("ErrorText", "No smaller copy of the model in {path} was made."),
        details="{reason}",
    ),
    "export_not_possible": Entry.of(
        translatable("ErrorText", "The model cannot be exported in this format"),
        translatable(
            "ErrorText",
            "{program} cannot compute the model in {path}. Nothing was written. Choose another "
            "format.",
        ),
        details="{reasons}",
    ),
    "model_archive": Entry.of(
        translatable("ErrorText", "Not a usable model file"),
        translatable(
            "ErrorText",
            "{path} is damaged, or not a model. Nothing was installed. Download it again.",
        ),
        details="{problems}",
    ),
    "foreign_model": Entry.of(
        translatable("ErrorText", "The model cannot be imported"),
        translatable(
            "ErrorText",
            "The model in {path} is damaged, or of a kind that Translucent cannot use. Nothing "
            "was imported.",
        ),
        details="{problems}",
    ),
    "languages_unknown": Entry.of(
        translatable("ErrorText", "Languages unknown"),
        translatable(
            "ErrorText",
            "The model in {path} does not say which languages it translates. Import it again, "
            "and choose its languages.",
        ),
    ),
    "model_download": Entry.of(
        translatable("ErrorText", "The model could not be downloaded"),
        translatable(
            "ErrorText",
            "{name} could not be downloaded: {reasons}. Check your connection and try again, or "
            "get the file some other way and import it.",
        ),
    ),
    "disk_space": Entry.of(
        translatable("ErrorText", "Not enough disk space"),
        translatable(
            "ErrorText",
            "The download needs {needed_mb} MB on the disk of {path}, where {free_mb} MB are free. "
            "Delete files that you no longer need.",
        ),
    ),
    "model_not_found": Entry.of(
        translatable("ErrorText", "Model not available"),
        translatable(
            "ErrorText",
            "No installed model matches your request. Choose another, or import or train one.",
        ),
        details="{available}",
    ),
    "text_too_long": Entry.of(
        translatable("ErrorText", "The text is too long"),
        translatable(
            "ErrorText",
            "The text has {length} characters; the limit is {limit}. Translate it as a file, or "
            "in parts.",
        ),
    ),
    "device_unavailable": Entry.of(
        translatable("ErrorText", "The device cannot be used"),
        translatable(
            "ErrorText",
            "The device “{wish}” cannot be used on this computer. Choose “Automatic” or the "
            "processor in the settings.",
        ),
        details="{reason}",
    ),
    "full_edition_needed": Entry.of(
        translatable("ErrorText", "This needs the full edition"),
        translatable(
            "ErrorText",
            "{task} needs the full edition of Translucent. This is the small edition, which has no "
            "PyTorch. Install the full one; it uses the same models and settings.",
        ),
    ),
    "port_unavailable": Entry.of(
        translatable("ErrorText", "The port cannot be used"),
        translatable(
            "ErrorText",
            "Port {port} cannot be used; another program may be using it. Choose another port.",
        ),
        details="{reason}",
    ),
    "document": Entry.of(
        translatable("ErrorText", "The file was not translated"),
        translatable("ErrorText", "{path} {reason}."),
    ),
    "glossary": Entry.of(
        translatable("ErrorText", "The glossary file was not used"),
        translatable("ErrorText", "{path} {reason}."),
    ),
    "tokenizer": Entry.of(
        translatable("ErrorText", "The model's vocabulary is damaged"),
        translatable(
            "ErrorText",
            "The model's vocabulary cannot be read. Import or train the model again, or choose "
            "another.",
        ),
        details="{reason}",
    ),
    "training": Entry.of(
        translatable("ErrorText", "Training failed"),
        translatable("ErrorText", "The model could not be created. See the run's log for details."),
    ),
    "recipe": Entry.of(
        translatable("ErrorText", "Invalid training settings"),
        translatable("ErrorText", "Some training settings cannot be used. Change them: {problems}"),
    ),
    "corpus": Entry.of(
        translatable("ErrorText", "The training text cannot be used"),
        translatable(
            "ErrorText",
            "The training text in {path}, line {line}, cannot be used: {reason}. Fix the line, or "
            "choose another file.",
        ),
        translatable("ErrorText", "The training text in {path} cannot be used: {reason}."),
    ),
    "fetch": Entry.of(
        translatable("ErrorText", "The training text could not be downloaded"),
        translatable(
            "ErrorText",
            "{name} could not be downloaded: {reasons}. Check your connection and try again, or "
            "get the files some other way and choose their folder or zip.",
        ),
    ),
    "checkpoint": Entry.of(
        translatable("ErrorText", "The run cannot be used"),
        translatable("ErrorText", "The run in {path} cannot be used: {reason}."),
    ),
    "run": Entry.of(
        translatable("ErrorText", "Training stopped"),
        translatable(
            "ErrorText",
            "Training could not continue. Resume it, or start again with other settings.",
        ),
    ),
    "loss_diverged": Entry.of(
        translatable("ErrorText", "Training diverged"),
        translatable(
            "ErrorText",
            "At step {step} the loss was no longer a number, and halving the learning rate did "
            "not help. Start again with a lower learning rate or a longer warm-up.",
        ),
    ),
    "device_memory": Entry.of(
        translatable("ErrorText", "Not enough memory for training"),
        translatable(
            "ErrorText",
            "Batches of {tokens_per_batch} tokens do not fit in the device's memory. Close "
            "other programs, choose a smaller model, or train on the processor.",
        ),
    ),
    "disk_full": Entry.of(
        translatable("ErrorText", "The disk is full"),
        translatable(
            "ErrorText",
            "There is no space left to write {path}. Free some space and resume training.",
        ),
    ),
}
"""By the kind of an `ActionableError`."""
