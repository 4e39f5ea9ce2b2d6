"""The components of rules: every module here is found by itself."""
