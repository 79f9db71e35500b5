"""What each kind of error is called, and what to do about it, in words that lupdate finds here."""

from dataclasses import dataclass

from engine.translatable import translatable


@dataclass(frozen=True, slots=True)
class Entry:
    """How one kind of error is told; `{}` hold what its `data` holds by that name."""

    title: str
    sentences: tuple[str, ...]
    """The fullest first: the first one is told that the data can fill."""
    details: str = ""
    """What an expert wants to know."""

    @classmethod
    def of(cls, title: str, *sentences: str, details: str = "") -> "Entry":
        """Return an entry with one sentence or more."""
        return cls(title, sentences, details)


CATALOGUE = {
    "engine": Entry.of(
        translatable("ErrorText", "The device or a file cannot be used"),
        translatable("ErrorText", "Choose another device, or begin again."),
    ),
    "model_folder": Entry.of(
        translatable("ErrorText", "The model cannot be used"),
        translatable(
            "ErrorText", "The model in {path} cannot be used. Choose another, or import it again."
        ),
    ),
    "model_folder_missing": Entry.of(
        translatable("ErrorText", "The model is not there"),
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
        translatable("ErrorText", "The model needs a later version"),
        translatable(
            "ErrorText",
            "The model in {path} was made by a later version of Translucent. Update Translucent "
            "to use it.",
        ),
        details="format_version {found} > {supported}",
    ),
    "model_folder_exists": Entry.of(
        translatable("ErrorText", "There is a model of that name"),
        translatable(
            "ErrorText",
            "{path} is there already, and nothing was overwritten. Choose another name, or remove "
            "that model first.",
        ),
    ),
    "model_folder_kept": Entry.of(
        translatable("ErrorText", "The model was not removed"),
        translatable(
            "ErrorText",
            "The model in {path} is still there. Models that came with the program stay; others "
            "may be in use by another program.",
        ),
        details="{reason}",
    ),
    "model_archive": Entry.of(
        translatable("ErrorText", "Not a usable model file"),
        translatable(
            "ErrorText",
            "{path} is damaged, or not a Translucent model. Nothing was installed. Download it "
            "again.",
        ),
        details="{problems}",
    ),
    "model_not_found": Entry.of(
        translatable("ErrorText", "No such model"),
        translatable(
            "ErrorText",
            "No installed model fits what was asked for. Choose another, or import or train one.",
        ),
        details="{available}",
    ),
    "text_too_long": Entry.of(
        translatable("ErrorText", "The text is too long"),
        translatable(
            "ErrorText",
            "The text has {length} characters; at most {limit} are translated at once. Translate "
            "it as a file, or in parts.",
        ),
    ),
    "device_unavailable": Entry.of(
        translatable("ErrorText", "The device cannot be used"),
        translatable(
            "ErrorText",
            "The device “{wish}” cannot be used on this computer. Choose “automatic” or the "
            "processor in the settings.",
        ),
        details="{reason}",
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
            "The model's list of words cannot be read. Import or train the model again, or choose "
            "another.",
        ),
        details="{reason}",
    ),
    "training": Entry.of(
        translatable("ErrorText", "The training failed"),
        translatable("ErrorText", "The model could not be made. The run's log tells more."),
    ),
    "recipe": Entry.of(
        translatable("ErrorText", "The settings of the training do not fit"),
        translatable(
            "ErrorText", "Some settings of the training cannot be used. Change them: {problems}"
        ),
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
        translatable("ErrorText", "Training text could not be fetched"),
        translatable(
            "ErrorText",
            "{name} could not be fetched: {reasons}. Check your connection and try again, or "
            "bring the files from elsewhere and choose their folder or zip.",
        ),
    ),
    "checkpoint": Entry.of(
        translatable("ErrorText", "The run cannot be used"),
        translatable("ErrorText", "The run in {path} cannot be used: {reason}."),
    ),
    "run": Entry.of(
        translatable("ErrorText", "The training stopped"),
        translatable(
            "ErrorText",
            "The training could not go on. Resume it, or start again with other settings.",
        ),
    ),
    "loss_diverged": Entry.of(
        translatable("ErrorText", "Training diverged"),
        translatable(
            "ErrorText",
            "At step {step} the model's error was no longer a number, and half the learning rate "
            "did not help. Start again with a lower learning rate or a longer warm-up.",
        ),
    ),
    "device_memory": Entry.of(
        translatable("ErrorText", "Not enough memory for the training"),
        translatable(
            "ErrorText",
            "Batches of {tokens_per_batch} tokens did not fit into the device's memory. Close "
            "other programs, choose a smaller model, or train on the processor.",
        ),
    ),
    "disk_full": Entry.of(
        translatable("ErrorText", "The disk is full"),
        translatable(
            "ErrorText",
            "There is no room left for {path}. Free some space and resume the training.",
        ),
    ),
}
"""By the kind of an `ActionableError`."""
