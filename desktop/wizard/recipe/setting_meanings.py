"""What every setting of a recipe means, in the language of the interface."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def setting_meanings() -> dict[str, str]:
    """The meanings by the names of the settings; in English they are those of the recipe."""
    return {
        "name": translate(
            "RecipeSetting", "name of the recipe: lower-case letters, digits, - and _"
        ),
        "summary": translate("RecipeSetting", "one line: what this recipe gives"),
        "reproduces": translate("RecipeSetting", "which published training it repeats, if any"),
        "source_language": translate("RecipeSetting", "language translated from, as in en"),
        "target_language": translate("RecipeSetting", "language translated to, as in de"),
        "corpus.kind": translate(
            "RecipeSetting",
            "multi30k: the image captions; pairs: your own aligned text; toy: 20 "
            "shipped pairs; reverse: made-up sentences to be reversed; iwslt14: TED "
            "talks",
        ),
        "corpus.name": translate(
            "RecipeSetting", "what the text is called in the model's name; empty: its kind"
        ),
        "corpus.licence": translate(
            "RecipeSetting", "whose the text is and what may be done with it, for the model's card"
        ),
        "corpus.first_column": translate(
            "RecipeSetting",
            "pairs only: language of a table's first column, as in en, where its first "
            "line names none; empty: the one translated from",
        ),
        "corpus.repeats": translate(
            "RecipeSetting",
            "pairs only: how often an epoch has each of several texts, in the order of "
            "--data; empty: there is one text",
        ),
        "corpus.weights": translate(
            "RecipeSetting",
            "pairs only: how often an epoch has the pairs of an origin, as in {web = "
            "0.5}; others once; 0: never. The column origin of a table says where a "
            "pair is from, and without names of columns the third",
        ),
        "corpus.validation_limit": translate(
            "RecipeSetting", "validate with at most this many pairs of each text; 0: all"
        ),
        "corpus.max_length": translate(
            "RecipeSetting", "longest training sentence in tokens, <s> and </s> counted"
        ),
        "corpus.too_long": translate("RecipeSetting", "what becomes of longer training pairs"),
        "corpus.max_words": translate(
            "RecipeSetting", "drop training pairs with more words than this on a side; 0: keep all"
        ),
        "corpus.max_length_ratio": translate(
            "RecipeSetting",
            "drop training pairs one side of which is this many times as long as the "
            "other; 0: keep all",
        ),
        "corpus.drop_duplicates": translate(
            "RecipeSetting", "keep only the first of equal training pairs"
        ),
        "corpus.drop_held_out": translate(
            "RecipeSetting", "drop training pairs a side of which is in the validation or test text"
        ),
        "corpus.drop_copies": translate(
            "RecipeSetting",
            "drop training pairs of more than three words that are equal both sides",
        ),
        "corpus.drop_wrong_script": translate(
            "RecipeSetting", "drop training pairs a side of which is not in its language's script"
        ),
        "corpus.drop_near_duplicates": translate(
            "RecipeSetting",
            "keep only the first of training pairs that differ in case, digits and "
            "punctuation alone",
        ),
        "corpus.drop_wrong_language": translate(
            "RecipeSetting",
            "drop training pairs with a sentence of at least four words that is surely "
            "in another language",
        ),
        "corpus.drop_markup": translate(
            "RecipeSetting",
            "drop training pairs with tags, entities or placeholders on one side only, "
            "or with nothing but an address",
        ),
        "corpus.drop_number_mismatch": translate(
            "RecipeSetting", "drop training pairs with other numbers on the two sides"
        ),
        "corpus.min_letters": translate(
            "RecipeSetting",
            "drop training pairs with a smaller share of letters than this on a side, "
            "spaces not counted; 0: keep all",
        ),
        "corpus.tag_synthetic": translate(
            "RecipeSetting", "put a tag before training sources that a machine translated back"
        ),
        "corpus.tag_formality": translate(
            "RecipeSetting",
            "into German: put a tag before half of the training sources whose targets "
            "say du or Sie, so that users can choose",
        ),
        "augmentation.lower_case": translate(
            "RecipeSetting", "chance that a source is written in lower case"
        ),
        "augmentation.capitals": translate(
            "RecipeSetting", "chance that both sides are written in capitals"
        ),
        "augmentation.no_final_mark": translate(
            "RecipeSetting", "chance that both sides lose their final punctuation mark"
        ),
        "augmentation.quotes": translate(
            "RecipeSetting",
            "chance that a source's apostrophes and quotation marks are made straight, "
            "made curly, or its apostrophes left out",
        ),
        "augmentation.typo": translate(
            "RecipeSetting",
            "chance that two letters of a source change places, or one is lost or doubled",
        ),
        "augmentation.name": translate(
            "RecipeSetting", "chance that a name that both sides spell alike is another one"
        ),
        "tokenizer.kind": translate(
            "RecipeSetting",
            "bpe: subwords, case kept; byte_level: subwords over bytes; words: the "
            "language's word rules; blank: split at white space",
        ),
        "tokenizer.joint": translate("RecipeSetting", "one vocabulary for both languages"),
        "tokenizer.vocab_size": translate(
            "RecipeSetting", "entries of a subword vocabulary, special tokens counted"
        ),
        "tokenizer.min_frequency": translate(
            "RecipeSetting", "how often a word or a pair of subwords must be seen to be learned"
        ),
        "tokenizer.lowercase": translate(
            "RecipeSetting", "words only: write everything in lower case"
        ),
        "tokenizer.dropout": translate(
            "RecipeSetting",
            "subwords only: chance to leave out a merge while training (BPE-dropout)",
        ),
        "tokenizer.bos_on_source": translate("RecipeSetting", "source sentences begin with <s>"),
        "tokenizer.eos_on_source": translate("RecipeSetting", "source sentences end with </s>"),
        "model.d_model": translate("RecipeSetting", "width of the model"),
        "model.d_ff": translate("RecipeSetting", "inner width of the feed-forward networks"),
        "model.num_encoder_layers": translate("RecipeSetting", "layers that read the source"),
        "model.num_decoder_layers": translate("RecipeSetting", "layers that write the target"),
        "model.num_heads": translate("RecipeSetting", "attention heads of each layer"),
        "model.dropout": translate(
            "RecipeSetting", "dropout after each sub-layer and on embeddings plus positions"
        ),
        "model.attention_dropout": translate("RecipeSetting", "dropout on attention weights"),
        "model.activation_dropout": translate(
            "RecipeSetting", "dropout inside the feed-forward networks"
        ),
        "model.activation": translate("RecipeSetting", "function inside the feed-forward networks"),
        "model.norm": translate("RecipeSetting", "LayerNorm after or before each sub-layer"),
        "model.final_norm": translate("RecipeSetting", "one more LayerNorm after each stack"),
        "model.norm_eps": translate("RecipeSetting", "what LayerNorm adds to the variance"),
        "model.qkv_bias": translate("RecipeSetting", "biases on query, key and value projections"),
        "model.output_bias": translate(
            "RecipeSetting", "a bias on the projection to the vocabulary"
        ),
        "model.attention": translate(
            "RecipeSetting", "heads share d_model (split) or each project all of it (independent)"
        ),
        "model.positions": translate("RecipeSetting", "how positions are told apart"),
        "model.max_positions": translate("RecipeSetting", "positions the model can tell apart"),
        "model.scale_embeddings": translate(
            "RecipeSetting", "multiply embeddings by sqrt(d_model)"
        ),
        "model.tie": translate(
            "RecipeSetting", "which of embeddings and output share their weights"
        ),
        "model.initialisation": translate(
            "RecipeSetting",
            "how weights begin: PyTorch's defaults; Xavier-uniform for every matrix; "
            "scaled: Xavier, and embeddings normal with deviation d_model^-0.5",
        ),
        "training.seed": translate(
            "RecipeSetting", "every random choice of the run follows from it"
        ),
        "training.label_smoothing": translate(
            "RecipeSetting", "probability taken from the right token and spread over others"
        ),
        "training.smoothing_kind": translate(
            "RecipeSetting",
            "spread over the whole vocabulary (uniform), or over all but the right "
            "token and padding (others)",
        ),
        "training.r_drop": translate(
            "RecipeSetting", "weight of R-Drop: two passes with other dropout must agree; 0: off"
        ),
        "training.optimizer": translate("RecipeSetting", "adamw decays weights apart"),
        "training.betas": translate("RecipeSetting", "memory of Adam's two running means"),
        "training.eps": translate("RecipeSetting", "what Adam adds to its divisor"),
        "training.weight_decay": translate("RecipeSetting", "pull of weights to 0"),
        "training.schedule": translate(
            "RecipeSetting",
            "noam: noam_factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5); "
            "inverse_sqrt: linear to learning_rate, then falling with step^-0.5; "
            "cosine: linear to learning_rate, then along a half cosine to 0 at the end "
            "of the run; constant",
        ),
        "training.learning_rate": translate(
            "RecipeSetting",
            "highest rate of inverse_sqrt and cosine, the rate of constant; noam ignores it",
        ),
        "training.noam_factor": translate("RecipeSetting", "factor of the noam schedule"),
        "training.warmup_steps": translate("RecipeSetting", "steps over which the rate rises"),
        "training.clip_norm": translate(
            "RecipeSetting", "longest gradient, longer ones are shortened to it; 0: off"
        ),
        "training.batch_kind": translate("RecipeSetting", "what batch_size counts"),
        "training.batch_size": translate(
            "RecipeSetting",
            "sentences of a batch, or tokens of its longer side with padding counted",
        ),
        "training.accumulation": translate(
            "RecipeSetting", "batches whose gradients make one step"
        ),
        "training.drop_last": translate(
            "RecipeSetting", "leave out an epoch's last batch if incomplete"
        ),
        "training.max_epochs": translate(
            "RecipeSetting", "passes over the training text; 0: no limit"
        ),
        "training.max_steps": translate("RecipeSetting", "steps of the optimizer; 0: no limit"),
        "training.max_minutes": translate(
            "RecipeSetting", "minutes of training, validations counted; 0: no limit"
        ),
        "training.best_metric": translate(
            "RecipeSetting", "the validation figure that says which weights are best"
        ),
        "training.patience": translate(
            "RecipeSetting", "stop after this many validations without a better one; 0: never"
        ),
        "training.validate_every": translate(
            "RecipeSetting", "steps between validations; 0: each epoch"
        ),
        "training.checkpoint_every": translate(
            "RecipeSetting", "steps between checkpoints; more is lost when the machine stops"
        ),
        "training.average_checkpoints": translate(
            "RecipeSetting", "how many epochs' weights are averaged at the end; 0 or 1: none"
        ),
        "training.ema_decay": translate(
            "RecipeSetting", "memory of a running mean of the weights; 0: none is kept"
        ),
        "training.precision": translate(
            "RecipeSetting", "numbers used in the forward pass; bf16 is for GPUs"
        ),
        "decoding.beam_size": translate("RecipeSetting", "hypotheses kept; 1 is greedy"),
        "decoding.length_penalty": translate(
            "RecipeSetting", "how far longer translations are favoured"
        ),
        "decoding.penalty_kind": translate(
            "RecipeSetting", "power: length^p; gnmt: ((5 + length) / 6)^p"
        ),
        "decoding.max_length": translate("RecipeSetting", "longest translation in tokens"),
        "export.weights_dtype": translate("RecipeSetting", "how the weights are stored"),
        "export.limits": translate(
            "RecipeSetting", "one line: what the model is for, and what not"
        ),
    }
