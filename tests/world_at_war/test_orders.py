"""Orders by name: to ships that are called up, to sorts of ships, and to those that are left."""

import pytest

from aw_env import world_at_war_v0
from aw_env.games.world_at_war.records.kinds import Decision, Option
from tests.test_what_people_mean import carry_out, give, session_at

ALLIES, AXIS = 0, 1


def japan_changes_bases():
    return session_at(world_at_war_v0.game("night_express", seed=9), Decision.BASE_CHANGE, AXIS)


@pytest.mark.parametrize("seat", [ALLIES, AXIS])
def test_ships_are_ordered_by_name_to_redeploy(seat):
    session = session_at(world_at_war_v0.game("mediterranean", seed=5), Decision.REDEPLOY, seat)
    ship, port = [("Warspite", "Haifa"), ("Littorio", "Naples")][seat]
    assert "(3 units at most.)" in session.game.describe()
    assert give(session, f"{ship} to {port}") == {f"to {port}": [ship]}


def test_ships_of_a_sort_are_ordered_together():
    session = japan_changes_bases()
    battleships = ["Kongo", "Haruna", "Hiei", "Kirishima", "Yamato"]
    assert give(session, "fast battleships to Rabaul") == {"to Rabaul": battleships}
    assert give(session, "2 Japanese carriers in Truk to Kavieng") == {"to Kavieng": ["Shokaku", "Zuikaku"]}


def test_a_ship_that_has_been_called_up_is_ordered_anew():
    session = japan_changes_bases()
    give(session, "Hiei, Kirishima to Rabaul")
    carry_out(session)
    assert session.game.info()["decision"] == Decision.BASE_CHANGE
    assert give(session, "Hiei to Kavieng") == {"to Kavieng": ["Hiei"]}
    carry_out(session)
    assert session.orders.summary() == "1 to Kavieng, 1 to Rabaul"


def test_the_rest_stay_where_nobody_else_is_called_up():
    session = japan_changes_bases()
    assert session.understand("rest stay") == Option.DONE
    assert session.understand("all stay") == Option.DONE
    give(session, "Hiei to Rabaul")
    carry_out(session)
    assert session.understand("rest stay") == Option.DONE
