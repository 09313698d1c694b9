"""The Python binding: types by datamodel-code-generator, the codec beside them."""
