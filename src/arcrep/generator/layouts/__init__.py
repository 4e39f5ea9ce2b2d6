"""Layouts, which draw new inputs: every module here is found by itself."""
