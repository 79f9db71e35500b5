"""Properties of scripts, independent of language."""

SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
"""Letters of scripts without blanks between words, for a class of a regular expression."""
