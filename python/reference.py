"""The reference of the package, made from its docstrings: python3 python/reference.py > docs/python-reference.md."""

import inspect
import re

import arkad


def plain(about):
    """A docstring as Markdown: roles become code, tables stay as they are."""
    text = re.sub(r":\w+:`~?\.?([^`]+)`", r"`\1`", inspect.cleandoc(about or ""))
    return re.sub(r"``([^`]+)``", r"`\1`", text)


def paragraph(about):
    return " ".join(plain(about).split())


def signature(thing):
    try:
        said = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""
    return re.sub(r"'([\w.\[\], ]+)'", r"\1", said).replace("arkad.core.", "").replace("typing.", "").replace("(self, ", "(").replace("(self)", "()")


def members(kind):
    """What a class has of its own and says something about."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        call = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        if isinstance(member, property) and member.__doc__:
            yield f"- `{name}`: {paragraph(member.__doc__)}"
        elif inspect.isfunction(call) and call.__doc__:
            yield f"- `{name}{signature(call).replace('(cls, ', '(')}`: {paragraph(call.__doc__)}"


def entry(name):
    thing = getattr(arkad, name)
    if not callable(thing):
        return []
    lines = [f"### {name}", ""]
    if inspect.isfunction(thing):
        lines += [f"`{name}{signature(thing)}`", ""]
    about = plain(thing.__doc__)
    if "====" in about:  # a table of its own: as it is
        about = "```\n" + about + "\n```"
    listed = list(members(thing)) if inspect.isclass(thing) else []
    return lines + [about, ""] + (listed + [""] if listed else [])


def fields(game):
    lines = [f"### {game.title}", "", "| field | type | |", "|---|---|---|"]
    for field in game.fields:
        kind = "fields" if field.dtype.names else str(field.dtype)
        shape = " × ".join(map(str, field.shape))
        lines.append(f"| `{field.path}` | {kind}{' ' + shape if shape else ''} | {field.about} |")
    return [*lines, "", f"Phases: {', '.join(f'{number} {name}' for number, name in enumerate(game.phases))}.", ""]


def page():
    lines = ["# The package, name by name", "", "Made from the docstrings by `python3 python/reference.py`; [python.md](python.md) is the way in.", ""]
    for name in sorted(arkad.__all__, key=str.lower):
        lines += entry(name)
    lines += ["## What lies where in a view", "", "`Game.fields`, from the headers of the games. Seats are from 0; what is told as seat + 1 is 0 for nobody.", ""]
    for game in arkad.games():
        lines += fields(game)
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
