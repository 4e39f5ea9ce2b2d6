"""VARC's canvases painted cell by cell, as their description reads."""

import numpy as np

SIDE, BACKGROUND, BOUNDARY = 64, 10, 11


def paint_input(grid, scale, offset):
    """Return the input canvas, and 1 where it holds the grid."""
    canvas = np.full((SIDE, SIDE), BACKGROUND, dtype=np.uint8)
    mask = np.zeros((SIDE, SIDE), dtype=np.uint8)
    y, x = offset
    for (row, column), color in np.ndenumerate(grid):
        for down in range(scale):
            for right in range(scale):
                canvas[y + row * scale + down, x + column * scale + right] = color
                mask[y + row * scale + down, x + column * scale + right] = 1
    return canvas, mask


def paint_target(grid, scale, offset):
    """Return the target canvas: the grid, and the boundary right of it and below it."""
    canvas, _ = paint_input(grid, scale, offset)
    y, x = offset
    height, width = grid.shape[0] * scale, grid.shape[1] * scale
    for row in range(height):
        canvas[y + row, x + width] = BOUNDARY
    for column in range(width + 1):
        canvas[y + height, x + column] = BOUNDARY
    return canvas


def paint(examples, scales, offsets):
    """Return input canvases, masks and target canvases of a batch."""
    inputs, masks, targets = [], [], []
    for example, scale, offset in zip(examples, scales, offsets, strict=True):
        canvas, mask = paint_input(example.input, scale, offset)
        inputs.append(canvas)
        masks.append(mask)
        targets.append(paint_target(example.output, scale, offset))
    return np.stack(inputs), np.stack(masks), np.stack(targets)
