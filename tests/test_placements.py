"""Units of a scenario file that are where they cannot be, and those of real positions, which can."""

import numpy as np
import pytest

from aw_env.core.config.errors import ConfigError
from aw_env.core.faces.game import Game
from aw_env.games.admirals_war import game as games
from aw_env.games.admirals_war.printed import load
from tests.positions import printed


def read(tmp_path, text, players=2):
    """The scenario of a text."""
    file = tmp_path / "position.toml"
    file.write_text(text)
    return load.scenario(file, printed(), players)


WRONG = {
    "the enemy's port": ('[units]\nhood = "germany"', 'units.hood: Hood in "germany": its side does not hold.*§2.36'),
    "nobody's base": ('[units]\nhood = "lae"', "units.hood: .*§2.36"),
    "the enemy's port, among forces": ('[forces]\ntruk = ["kaga", "hood"]', 'forces.truk "hood": Hood .*§2.36'),
    "aircraft in the neutral port": ('[units]\n7af = "neutral_port"', "units.7af: .*only ships .*§2.341"),
    "aircraft in Russia": ('turn = 5\n[units]\nraf = "murmansk"', "units.raf: .*may not operate from there.*§12.122"),
    "a port before its turn": ('turn = 2\n[units]\nmarat = "leningrad"', "units.marat: .*not yet in use.*§2.322"),
    "a British ship in the Baltic": ('[units]\nhood = "baltic"', "units.hood: .*§2.54"),
    "a Russian outside": ('turn = 5\n[units]\nmarat = "north_sea"', "units.marat: .*§2.54"),
    "a U-boat in the Pacific": ('[units]\nu_boat_1 = "coral_sea"', "units.u_boat_1: .*§14.12-14.14"),
    "Japanese aircraft in the Atlantic": ('[units]\naf_21 = "mid_atlantic"', "units.af_21: .*§12.123, §12.124"),
    "a ship that returns": ('[units]\nhood = { place = "returning", due = 9 }', "units.hood: .*do not return.*§7.51"),
    "a ship that changes theatres": ('[units]\nhood = "lba_transfer"', "units.hood: .*§12.123"),
    "a British raid force": ('[units]\nhood = "raid_force"', "units.hood: .*§4.6"),
    "a British group W": ('[units]\nhood = "uncertain_w"', "units.hood: .*§3.15"),
    "driven out of one's own port": ('[units]\nhood = { place = "england", expelled = true }', "units.hood: .*§16.21"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_unit_where_it_cannot_be_names_its_key_and_the_rule(tmp_path, name):
    text, words = WRONG[name]
    with pytest.raises(ConfigError, match=f"position.toml {words}"):
        read(tmp_path, text)


RIGHT = {
    "the neutral port, for a ship": '[units]\ngraf_spee = "neutral_port"',
    "a lost port, for a unit that has yet to leave": '[units]\nhood = { place = "truk", expelled = true }',
    "a captured port": '[owners]\ntruk = "american"\n[units]\nhornet = "truk"',
    "a Russian in the Baltic": 'turn = 5\n[units]\nmarat = "baltic"',
    "aircraft that change theatres": '[units]\n7af = { place = "lba_transfer", due = 6 }',
    "a French ship that has come over": '[units]\ndunkerque = { place = "toulon", controller = "german" }\n'
    '[owners]\ntoulon = "german"',
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_unit_where_it_may_be_is_accepted(tmp_path, name):
    assert read(tmp_path, RIGHT[name]).templates["units"][0] == 1


@pytest.mark.parametrize(
    "scenario", ["engagement", "midway", "atlantic", "pacific", pytest.param("campaign", marks=pytest.mark.slow)]
)
def test_the_positions_of_random_games_can_be_read_again(tmp_path, scenario):
    """Also while a captured place is evacuated."""
    game, draws = Game(games.ruleset(scenario), 4), np.random.default_rng(4)
    expelled = 0
    while not game.ended:
        captured = any(kind == "captured" for kind, *_ in game.events())
        if captured or draws.random() < (0.3 if scenario in ("engagement", "midway") else 0.01):
            text = game.view().to_scenario()
            expelled += "expelled = true" in text
            position = read(tmp_path, text)
            assert (position.templates["place"][0] == game._games["place"][0]).all()
        game.apply(int(draws.choice(game.legal_actions())))
    assert expelled or scenario not in ("pacific", "campaign")
