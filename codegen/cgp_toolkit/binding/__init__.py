"""What the bindings of all languages share: words and names, what comments say, what messages of errors say.

Nothing here knows a language.  A target asks for facts and names, settles them in its own ``names.py``, and lays them
out with its own templates.
"""
