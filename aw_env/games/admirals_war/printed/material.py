"""Everything printed that a game is made of, from one folder."""

from dataclasses import dataclass
from pathlib import Path

from aw_env.games.admirals_war.printed.board import BOX_IDS, read_board
from aw_env.games.admirals_war.printed.charts import Charts, read_charts
from aw_env.games.admirals_war.printed.units import read_units
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT
from aw_env.naval.printed import PrintedWar


class OnTheBoard(PrintedWar):
    """The board alone, or with its counters."""

    first_port, first_box, box_ids = FIRST_PORT, FIRST_BOX, BOX_IDS


@dataclass(frozen=True)
class Printed(OnTheBoard):
    """Boards, counters and charts, read from one folder and found consistent."""

    charts: Charts


def read_printed(folder: Path) -> Printed:
    """Boards, counters and charts of a folder, each file by itself and all references between them checked.

    Raises ConfigError.
    """
    board = read_board(folder / "board.toml")
    units = read_units(folder / "units.csv", OnTheBoard(folder, board, ()).numbers)
    return Printed(folder, board, units, read_charts(folder, board, units))
