"""The words of configuration files: who, where and what, as pydantic reads them."""

from typing import Annotated, Literal

from pydantic import Field

from aw_env.core.config.tables import Table

TURN_0 = "turn_0"
"""The optional rule with which the game begins one turn earlier (§20.0)."""

FewPoints = Annotated[int, Field(ge=0, le=99)]
TheatreName = Literal["atlantic", "pacific"]
FlagName = Literal["allies", "axis", "none"]
FlagNation = Literal["british", "german", "us", "japanese"]
OwnerName = Literal[
    "british", "french", "us", "german", "italian", "japanese", "russian", "neutral", "uncontrolled", "inactive"
]
NationName = Literal[
    "british", "australian", "dutch", "greek", "russian", "japanese", "us", "french", "german", "italian"
]
PowerName = Literal["british", "japanese", "american", "german"]
KindName = Literal["ship", "lba", "amphibious", "submarine", "oiler", "hilfskreuzer", "hunter_killer"]


class ControlPoints(Table):
    """Victory points for control of a sea area that replace the printed ones, a side each; left out: as printed."""

    allies: FewPoints | None = None
    axis: FewPoints | None = None
