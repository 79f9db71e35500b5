import math

from training.evaluation.perplexity import perplexity


def test_perplexity_is_the_number_of_tokens_that_a_guess_is_as_good_as() -> None:
    for size in (1, 2, 8000):
        assert math.isclose(perplexity(-math.log(1 / size)), size)


def test_what_no_float_holds_is_infinite() -> None:
    assert perplexity(1e4) == perplexity(math.inf) == math.inf
