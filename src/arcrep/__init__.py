"""arcrep: how models represent abstract rules."""
