import pytest
import torch

from engine.nn.candidates import top


@pytest.mark.parametrize("size", [1, 63, 64, 4096, 5003, 8000])
def test_top_of_long_rows_is_topk(size: int) -> None:
    generator = torch.Generator().manual_seed(size)
    values = torch.rand(3, 2, size, generator=generator)
    values[:, :, size // 2 :] -= 2.0
    values[0, 0, : size // 2] = -torch.inf
    values[1, 0, -1] = 3.0
    values[1, 1] = values[1, 1].round(decimals=1)
    for count in {1, min(2, size), min(8, size)}:
        best, ids = top(values, count)
        assert torch.equal(best, values.topk(count).values)
        assert torch.equal(best, values.gather(-1, ids))
        assert all(len(set(row)) == count for row in ids.flatten(0, 1).tolist())
