"""The guide to the fields of a game's record, written from their declarations: a page of the documentation, and
`python -m aw_env.games.admirals_war.words.record_guide` prints it.
"""

from aw_env.core.declare.fields import Field, Values
from aw_env.games.admirals_war.records.state import GAME, STATE

_BEGINNING = f"""# The record of a game

This page is generated from the code: `python -m aw_env.games.admirals_war.words.record_guide` prints it.

A game is one record of {GAME.itemsize:,} bytes, and these are its fields, each declared once in
`aw_env/games/admirals_war/records/state.py`. From the declarations follow the record itself, the check of a loaded
save, the keys of scenario files, what a view shows, and this page. `view.field(name)` reads a field,
`view.unit(id).state[name]` that of a unit.
Numbers of a shape stand for sea areas, ports and bases, units, sides or theatres, in the order of
`terms.py`. *Key* is what a scenario file calls the field; places, flags, owners, victory points and the turn have keys
of their own, which start from what is printed ([Printed material](data.md)). *Kept as* a word: small fields of a unit
share one.

| Field | Shape | Values | Kept as | Key | Seen by | Meaning |
| --- | --- | --- | --- | --- | --- | --- |
"""


def guide() -> str:
    """The whole page."""
    return _BEGINNING + "".join(f"| {' | '.join(_row(field))} |\n" for field in STATE)


def _row(field: Field) -> tuple[str, ...]:
    shape = " x ".join(map(str, field.shape))
    key = f"`{field.key}`" if field.key else ""
    return f"`{field.name}`", shape, _values(field.values), field.kept, key, field.sight.value, field.meaning


def _values(values: Values) -> str:
    if values.members is not None:
        return values.members.__name__ + (", or none" if values.least < 0 else "")
    if values.words:
        return values.words + (", or none" if values.least < 0 else "")
    return f"{values.least} to {values.greatest:,}"


if __name__ == "__main__":
    print(guide(), end="")
