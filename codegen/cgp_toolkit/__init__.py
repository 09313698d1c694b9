"""The Context Graph Protocol toolkit: one YAML model, many outputs."""
