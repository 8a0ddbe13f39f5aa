"""What a person may type at any table, with examples from the game that is played."""

from typing import NamedTuple

_PAGE = """\
[bold]Answering[/]
  3, {place:<20}a choice by its number, or by the beginning of its name
  {order:<23}an order to a ship: kept until she is asked
{orders}
  attack A and B         answers to this question and to the next of its kind
  rest stay              whoever has no order yet
  same                   the last answer for the others that lie there, too
{several}
  commit                 carry out a step ordered in groups (or Enter)
{by_area}\
[bold]Standing orders[/]  "always" lists them, "never ..." takes one back
{standing}
[bold]Advice[/]
  hint / hint 2          what the staff officer, or a player of level 2, would
                         answer
{hints}\
  odds / odds 1, 2       what may come of the choices, or of some of them
  what if {order}: what may come of it, or of answers in turn
                         ("what if attack A and B"); it is not given yet
{battles}\
  auto / auto step / auto combat / auto turn      let him answer: this question,
                         the rest of the step, until combat, until the turn ends
[bold]Looking[/]
{looking}
  choices, orders        the choices again; what has been ordered in this step
  score                  what would be scored if the turn ended now, by name
  since                  what has happened since your last move, in short
  why / why {ship} / why not {area:<{width}}the rules behind the choices; why
                         a unit is asked or not; why something is not a choice
  picture FILE           draw the board into a PNG file
[bold]The game[/]
  undo                   take back the last answer or order, until a die is
                         rolled, a secret comes out or someone else acts
  save FILE / load FILE  keep the game elsewhere, and go back to it
  help, quit             the game is saved: aw-env play --resume continues it
{counters}"""


_BY_AREA = "  {areas:<23}areas to be resolved one after another, this turn\n"
_BATTLES = """\
  battle {area} / battle {area} with {ship}
                         the battle there alone, if they were in it
"""


class Help(NamedTuple):
    """What the page says of a game, in lines of 80 columns.

    place: the name of a place that may be chosen.  order: one order to a ship.  orders: lines on orders to several
    units.  several: a line on several orders in one.  areas: names of areas to be resolved.  standing, looking: lines
    on standing orders and on what can be looked at.  ship, area: names to ask for.  counters: what the counters, dice
    and winning mean.  hints: lines on further advice.
    """

    place: str
    order: str
    orders: str
    several: str
    areas: str
    standing: str
    looking: str
    ship: str
    area: str
    counters: str
    hints: str = ""

    def page(self, by_area: bool = True, battles: bool = True) -> str:
        """The whole page.  by_area: whether areas are resolved one after another.  battles: whether one can be fought
        without the others."""
        told = self._asdict()
        return _PAGE.format(
            **told,
            width=23 - len(self.ship),
            by_area=_BY_AREA.format(**told) if by_area else "",
            battles=_BATTLES.format(**told) if battles else "",
        )
