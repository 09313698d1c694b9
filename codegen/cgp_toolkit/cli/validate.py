NAME = "validate"
EXAMPLES = ""


def command() -> None:
    "x"
