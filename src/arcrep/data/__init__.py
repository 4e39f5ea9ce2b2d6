"""Grids as tensors: canvases, placement, batches on the device."""
