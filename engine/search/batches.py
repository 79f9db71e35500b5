"""Which sentences are searched together: those of like length, so that little is padding."""

from collections.abc import Sequence


def batches_by_length(lengths: Sequence[int], most: int) -> list[list[int]]:
    """Return batches of sentences of like length, as indices in order.

    Args:
        lengths: What each sentence takes, whatever the unit.
        most: What a batch may take, each of its sentences counted as the longest of them. One
            sentence alone may take more.

    Returns:
        The batch of the first sentence comes first, then that of the first one that is left.
    """
    batches: list[list[int]] = []
    longest = 0
    for index in sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True):
        if not batches or (len(batches[-1]) + 1) * longest > most:
            batches.append([])
            longest = lengths[index]
        batches[-1].append(index)
    return sorted(map(sorted, batches))
