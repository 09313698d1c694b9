"""A live bridge between the two encodings, in front of a provider that knows only one of them."""
