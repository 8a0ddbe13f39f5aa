"""`scales.toml`: how large a battle is, by the points that a fleet may cost (SC.1, ME)."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Cited, Table, check_tables, read_toml
from aw_env.games.naval_miniatures.records.record import MOST_POINTS
from aw_env.games.naval_miniatures.records.terms import FLEET

Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
PointsToWin = Annotated[int, Field(ge=1, le=MOST_POINTS)]
Aircraft = Annotated[int, Field(ge=0, le=FLEET)]
Ships = Annotated[int, Field(ge=1, le=9)]
Percent = Annotated[int, Field(ge=0, le=1000)]
Budget = Annotated[str, Field(pattern="^[1-9][0-9]{0,3}$")]


class Scale(Cited):
    """What goes with the points of a fleet: its units, the airbase, what wins, and ships in a sector."""

    units: Annotated[int, Field(ge=1, le=FLEET)]
    airbase: Aircraft
    win_at: PointsToWin
    objective: Points
    ships_a_sector: Ships


class OtherScales(Cited):
    """How those of other budgets follow from these."""

    step: Annotated[int, Field(ge=1)]
    airbase: Aircraft
    win_at_percent: Annotated[int, Field(ge=1, le=1000)]
    objective_percent: Percent
    ships_a_sector: Ships


class Scales(Table):
    """The file, its budgets ascending."""

    scales: Annotated[dict[Budget, Scale], Field(min_length=1)]
    others: OtherScales

    @property
    def budgets(self) -> list[int]:
        """Those that stand in the file."""
        return [int(budget) for budget in self.scales]

    def wrong(self, budget: int) -> str:
        """Why there is no such budget; "" where there is."""
        step, most = self.others.step, self.budgets[-1]
        fits = budget in self.budgets or 0 < budget <= most and budget % step == 0
        return "" if fits else f"{budget}: the points for a fleet are a multiple of {step} up to {most}"

    def of(self, budget: int) -> Scale:
        """The scale of a budget that there is."""
        others = self.others
        if budget in self.budgets:
            return self.scales[str(budget)]
        above = next(scale for points, scale in zip(self.budgets, self.scales.values(), strict=True) if points > budget)
        small = budget < self.budgets[0]
        told = {
            "airbase": others.airbase,
            "win_at": max(1, budget * others.win_at_percent // 100),
            "objective": budget * others.objective_percent // 100 if small else above.objective,
            "ships_a_sector": others.ships_a_sector,
        }
        return above.model_copy(update=told)


def read_scales(file: Path) -> Scales:
    """The scales of a file.  Raises ConfigError that names the path of keys."""
    scales: Scales = check_tables(file, read_toml(file), Scales)
    if scales.budgets != sorted(scales.budgets):
        raise ConfigError(file, "scales", f"must ascend, is {scales.budgets}")
    return scales
