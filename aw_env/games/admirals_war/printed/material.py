"""Everything printed that a game is made of, from one folder."""

from dataclasses import dataclass
from pathlib import Path

from aw_env.games.admirals_war.printed.board import BOX_IDS, Board, read_board
from aw_env.games.admirals_war.printed.charts import Charts, read_charts
from aw_env.games.admirals_war.printed.units import Unit, read_units
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT


@dataclass(frozen=True)
class Printed:
    """Boards, counters and charts, read from one folder and found consistent."""

    folder: Path
    board: Board
    units: tuple[Unit, ...]
    charts: Charts

    @property
    def area_numbers(self) -> dict[str, int]:
        """Number of each sea area: its order in `board.toml`."""
        return {id: number for number, id in enumerate(self.board.areas)}

    @property
    def port_numbers(self) -> dict[str, int]:
        """Number of each port and base, not counted among the places: its order in `board.toml`."""
        return {id: number for number, id in enumerate(self.board.ports)}

    @property
    def box_numbers(self) -> dict[str, int]:
        """Number of each holding box, not counted among the places."""
        return {id: number for number, id in enumerate(BOX_IDS)}

    @property
    def place_numbers(self) -> dict[str, int]:
        """Number of each place: sea areas, ports and bases, holding boxes."""
        return (
            self.area_numbers
            | {id: FIRST_PORT + number for id, number in self.port_numbers.items()}
            | {id: FIRST_BOX + number for id, number in self.box_numbers.items()}
        )

    @property
    def unit_numbers(self) -> dict[str, int]:
        """Number of each unit: its row in `units.csv`."""
        return {unit.id: number for number, unit in enumerate(self.units)}


def read_printed(folder: Path) -> Printed:
    """Boards, counters and charts of a folder, each file by itself and all references between them checked.

    Raises ConfigError.
    """
    board = read_board(folder / "board.toml")
    units = read_units(folder / "units.csv", board.place_ids)
    return Printed(folder, board, units, read_charts(folder, board, units))
