"""Targets: each turns the model into the files of one kind of output."""
