"""Who may do what, and where: one reason against it is enough (20.1-20.4, 21.1, 21.31, 21.5)."""

import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    Condition,
    Convoy,
    Kind,
    Line,
    Nation,
    Option,
    PlaceKind,
    Side,
    Theatre,
)
from aw_env.games.world_at_war.rules import (
    air,
    bases,
    battle_rounds,
    convoys,
    detection,
    fleet_combat,
    ground_attacks,
    interception,
    invasions,
    island_forces,
    island_raids,
    landing_battles,
    patrols,
    ports,
    raid_combat,
    raids,
    ranges,
    redeployment,
    redraw,
    rows,
    sea_transport,
    task_forces,
    transports,
    troops,
    units,
    yards,
)
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_convoys import sailing
from tests.world_at_war.test_s21_island_raids import raiding

DAMAGED, IN_PORT, LOST = ({"condition": state} for state in (Condition.DAMAGED, Condition.SUNK_IN_PORT, Condition.LOST))
ENEMY, USED, GONE = {"side": Side.AXIS}, {"inverted": 1}, {"place": NOWHERE}
OF_THE_ALLIES = {"side": Side.ALLIES}
CARRIER, ESCORT_CARRIER, DESTROYERS = ({"kind": kind} for kind in (Kind.CARRIER, Kind.CVE, Kind.DD))


def otherwise(sea, subject, changes):
    """Change fields of a unit or a place, in the record or in print, or of the whole game."""
    for field, value in changes.items():
        record = sea.game if field in sea.game.dtype.names else sea.book
        value = number(value) if isinstance(value, str) else value
        if record[field].ndim == 1:
            record[field][number(subject)] = value
        else:
            record[field] = value
    return sea


def atlantic(**fields):
    """A group of Bergen is out."""
    sea = Sea(**{"turn": 12, "groups": 1, "group": 1, "moving": Side.ALLIES, **fields})
    sea.game.origin[0] = number("bergen")
    return sea


def pacific(**fields):
    return Sea("night_express", **{"turn": 2, "moving": Side.AXIS, **fields})


RAIDER = lambda: atlantic(turn=5).ship("scharnhorst", place="bergen")  # noqa: E731
HOOD = lambda **fields: atlantic(**fields).ship("hood", place="scapa_flow")  # noqa: E731
KONGO = lambda **fields: pacific(**fields).ship("kongo", place="truk")  # noqa: E731

WHO = [
    # rule, who, position, what else the rule is given, what forbids it, what does not
    (
        "21.532A", raids.may_raid, "scharnhorst", RAIDER, (),
        [OF_THE_ALLIES, DESTROYERS, ESCORT_CARRIER, {"slow": 1}, {"factors": 5}, DAMAGED, IN_PORT, USED, GONE,
         {"in_group": 1}, {"in_group": 2}, {"under": 1}, {"on_patrol": "bergen"}, {"place": "scapa_flow"}],
        [{"factors": 4}, {"kind": Kind.CARRIER, "factors": 5}, {"kind": Kind.CA},
         {"place": "atlantic_sw", "at_sea": 1}],
    ),
    (
        "21.5342G", detection.may_engage, "hood", HOOD, (1,),
        [ENEMY, DAMAGED, USED, GONE, {"slow": 1}, {"place": "bergen"}, {"place": "india_box"}, {"against": 1},
         {"against": 2}, {"nation": Nation.US, "turn": 9}],
        [{"place": "atlantic_sw"}, {"place": "britain"}, {"place": "atlantic_us_box"},
         {"nation": Nation.US, "turn": 10}],
    ),
    (
        "20.18", interception.may_intercept, "hood", HOOD, (),
        [ENEMY, DAMAGED, USED, {"nation": Nation.US, "turn": 9}, CARRIER, ESCORT_CARRIER, {"against": 1}],
        [{"slow": 1}, {"kind": Kind.CA}, {"nation": Nation.US, "turn": 10}],
    ),
    (
        "21.65G", convoys.may_protect, "hood", lambda: sailing().ship("hood", place="atlantic_sw"), (),
        [ENEMY, DAMAGED, USED, {"against": 1}, {"against": 2}, {"carrying": 1}, {"moved": 1}, CARRIER,
         {"place": "scapa_flow"}, {"place": "indian_sw"}, {"place": "south_africa_box"},
         {"nation": Nation.US, "turn": 9}],
        [{"slow": 1}, {"place": "atlantic_us_box"}, {"nation": Nation.US, "turn": 10}, {"place": "atlantic_us_box",
         "moved": 1}],
    ),
    (
        "21.435E", convoys.may_protect, "hood",
        lambda: sailing(Convoy.SEA_TRANSPORT).ship("hood", place="scapa_flow"), (),
        [{"place": "suez"}, {"place": "india_box"}], [{"place": "atlantic_us_box"}, {"place": "atlantic_sw"}],
    ),
    (
        "21.424", convoys.may_hunt, "scharnhorst", lambda: sailing().ship("scharnhorst", place="brest"), (),
        [OF_THE_ALLIES, DAMAGED, CARRIER, USED, {"in_group": 1}, {"at_sea": 1}], [{"slow": 1}, {"moved": 1}],
    ),
    (
        "21.433A", sea_transport.may_carry, "home_destroyers",
        lambda: atlantic().ship("home_destroyers", place="britain", strength=5), (),
        [ENEMY, {"kind": Kind.CA}, {"strength": 0}, USED, {"carrying": 1}, {"place": "atlantic_sw"}, {"place": "suez"},
         {"nation": Nation.US, "turn": 9}],
        [{"strength": 1}, {"place": "atlantic_us_box"}, {"nation": Nation.US, "turn": 10}],
    ),
    (
        "21.32", redeployment.may_redeploy, "hood", HOOD, (),
        [ENEMY, DAMAGED, ESCORT_CARRIER, {"redeployed": 1}, {"at_sea": 1}, {"strength": 0}, GONE],
        [USED, {"moved": 1}, {"strength": 1}],
    ),
    (
        "21.31", bases.is_free_to_move, "hood", HOOD, (),
        [ENEMY, GONE, ESCORT_CARRIER, {"under": 1}, DAMAGED, IN_PORT, USED, {"moved": 1}, {"at_sea": 1}],
        [{"slow": 1}, CARRIER, DESTROYERS],
    ),
    (
        "21.32", patrols.may_patrol, "kongo", KONGO, (),
        [OF_THE_ALLIES, GONE, DAMAGED, USED, {"moved": 1}, {"under": 1}, {"spent": 1}, {"on_patrol": "guadalcanal"}],
        [{"slow": 1}],
    ),
    (
        "20.162B", task_forces.may_go_under, "kongo", KONGO, (Side.AXIS, "truk"),
        [OF_THE_ALLIES, {"place": "rabaul"}, {"under": 1}, {"under": 2}, USED, {"moved": 1}, {"spent": 1},
         {"on_patrol": "guadalcanal"}, DAMAGED, ESCORT_CARRIER],
        [{"slow": 1}, CARRIER, DESTROYERS],
    ),
    (
        "21.514D", troops.is_free, "kongo", lambda: raiding().ship("kongo", place="rabaul"), (Side.AXIS,),
        [OF_THE_ALLIES, DAMAGED, USED, GONE, {"way": 21}], [{"way": 20}, {"slow": 1}, CARRIER],
    ),
    (
        "21.5395A", island_forces.may_come, "kongo", lambda: raiding(night=0).ship("kongo", place="rabaul"),
        (Side.AXIS,),
        [OF_THE_ALLIES, DAMAGED, USED, {"slow": 1}, ESCORT_CARRIER, {"nation": Nation.BRITAIN}, {"way": 21},
         {**CARRIER, "night": 1}, {**CARRIER, "factors": 4}, {"factors": 5}],
        [{**CARRIER, "factors": 3}, {"factors": 4}, {"night": 1}, {"way": 20}],
    ),
    (
        "21.5153E", landing_battles.may_oppose, "kongo", lambda: raiding(side=Side.ALLIES).ship("kongo", place="truk"),
        ("truk", Side.AXIS),
        [OF_THE_ALLIES, {"place": "rabaul"}, DAMAGED, USED, ESCORT_CARRIER, CARRIER, {"force": 1}],
        [{"slow": 1}, {"moved": 1}],
    ),
    (
        "21.516", landing_battles.may_oppose, "truk_flotilla_1",
        lambda: raiding(side=Side.ALLIES).ship("truk_flotilla_1", place="truk", strength=3), ("truk", Side.AXIS),
        [{"spent": 3}, {"force": 3}, {"spent": 1, "force": 2}], [{"spent": 2}, {"force": 2}, {"spent": 1, "force": 1}],
    ),
    (
        "20.5212E", yards.needs_yard, "hood", lambda: HOOD().ship("hood", place="scapa_flow", condition=1),
        (Side.ALLIES,),
        [ENEMY, DESTROYERS, GONE, {"repair": 1}, {"repair": 2}, {"condition": Condition.SOUND}],
        [IN_PORT, USED, {"kind": Kind.CA}],
    ),
    (
        "20.164A", redraw.is_unseen, "scharnhorst", RAIDER, (),
        [OF_THE_ALLIES, {"seen_in": 1}, LOST, GONE, IN_PORT], [DAMAGED, {"in_group": 1}],
    ),
    (
        "21.5361B", raids.may_attack, "scharnhorst",
        lambda: RAIDER().ship("scharnhorst", place="bergen", in_group=1, held=1), (1, True),
        [{"in_group": 2}, DAMAGED, LOST, {"held": 0}], [],
    ),
    (
        "21.5361A", raids.may_attack, "scharnhorst",
        lambda: RAIDER().ship("scharnhorst", place="bergen", in_group=1), (1, False), [{"in_group": 0}, DAMAGED],
        [{"held": 1}],
    ),
    (
        "20.58A", raid_combat.can_stand, "scharnhorst", RAIDER,
        (), [DAMAGED, {"held": 1}, CARRIER, GONE], [{"slow": 1}],
    ),
    (
        "21.535", raid_combat.takes_part, "hood", lambda: HOOD().ship("hood", place="scapa_flow", against=1), (),
        [{"against": 2}, {"against": 0}, LOST, GONE], [DAMAGED, {"against": 0, "in_group": 1}],
    ),
    (
        "21.5361B", raid_combat.may_keep_aircraft, "graf_zeppelin",
        lambda: atlantic().ship("graf_zeppelin", place="bergen"),
        (), [{"kind": Kind.CAPITAL}, DAMAGED, {"held": 1}], [USED],
    ),
    (
        "20.33", air.is_fully_operational, "ark_royal",
        lambda: atlantic().ship("ark_royal", place="scapa_flow", squadrons=2), (),
        [{"squadrons": 1}, DAMAGED, {"kind": Kind.CAPITAL}, GONE], [USED],
    ),
    (
        "21.517C", ground_attacks.bombards, "kongo", lambda: KONGO().ship("kongo", place="truk", force=1), (Side.AXIS,),
        [OF_THE_ALLIES, {"force": 0}, DAMAGED, CARRIER, ESCORT_CARRIER], [USED, DESTROYERS, {"kind": Kind.CA}],
    ),
    (
        "21.517C", ground_attacks.bombards, "truk_flotilla_1",
        lambda: pacific().ship("truk_flotilla_1", place="truk", force=3, carrying=2), (Side.AXIS,),
        [{"carrying": 3}, {"force": 2}], [{"carrying": 0}],
    ),
    (
        "21.517D", ground_attacks.is_flying_from, "shokaku",
        lambda: pacific().ship("shokaku", place="truk", force=1, squadrons=1), (Side.AXIS,),
        [OF_THE_ALLIES, {"force": 0}, DAMAGED, {"squadrons": 0}], [{"squadrons": 3}],
    ),
    (
        "20.58A", battle_rounds.can_stand, "kongo", lambda: KONGO().ship("kongo", place="truk", force=1), (),
        [{"force": 0}, {"carrying": 1}, DAMAGED, {"held": 1}, CARRIER], [USED, DESTROYERS],
    ),
    (
        "20.58B", fleet_combat.is_attacked_alone, "kongo",
        lambda: KONGO().ship("kongo", place="truk", line=Line.CAPITAL), (Side.AXIS,),
        [OF_THE_ALLIES, LOST, GONE, {"line": Line.LIGHT}, {"line": Line.NONE}], [{"line": Line.SCREENED}, DAMAGED],
    ),
    (
        "21.33", island_raids.moves_home, "truk_flotilla_1",
        lambda: pacific().ship("truk_flotilla_1", place="truk", force=3, strength=3), (),
        [{"force": 0}, {"force": 2}, {"strength": 4}], [{"kind": Kind.CA, "force": 1}],
    ),
]  # fmt: skip

ISLAND = lambda **fields: pacific(**fields)  # noqa: E731
OF_NOBODY, OF_JAPAN, OF_THE_US = {"control": NOWHERE}, {"control": Side.AXIS}, {"control": Side.ALLIES}
CUT_OFF, DECLINED, NOT_IN_USE = {"cut_off": 1}, {"unsupplied": 1}, {"opens": 9}


def island(side=Side.AXIS, **changes):
    """An island of one hex without a port that a side holds."""
    held = {"control": side, "cut_off": 0, "unsupplied": 0, "taken": 0, "ports": 0, "bridgehead": 0, **changes}
    return lambda: otherwise(pacific(), "guadalcanal", held)


WHERE = [
    ("21.3612", ranges.is_supplied, "guadalcanal", island(), (), [OF_NOBODY, CUT_OFF, DECLINED], [OF_THE_US]),
    (
        "21.36C", ranges.is_operational, "guadalcanal", island(ports=1), (Side.AXIS,),
        [OF_THE_US, CUT_OFF, DECLINED, {"taken": 1}, NOT_IN_USE, {"ports": 0}],
        [{"ports": 2}, {"ports": 0, "place_kind": PlaceKind.PORT}],
    ),
    (
        "21.121C", ports.may_have_port, "guadalcanal", island(), (Side.AXIS,),
        [OF_THE_US, CUT_OFF, DECLINED, {"taken": 1}, NOT_IN_USE, {"ports": 1}, {"place_kind": PlaceKind.PORT},
         {"group_of": -1}, {"one_hex": 0}],
        [{"group_of": 0}],
    ),
    (
        "21.37A", troops.is_embarkation_base, "guadalcanal", island(), (Side.AXIS,),
        [OF_THE_US, CUT_OFF, DECLINED, NOT_IN_USE, {"bridgehead": 1}, {"one_hex": 0}],
        [{"one_hex": 0, "ports": 1}, {"one_hex": 0, "place_kind": PlaceKind.BOX}, {"taken": 1}],
    ),
    (
        "21.5392B", island_raids.is_raiding_hex, "guadalcanal", island(), (Side.ALLIES,),
        [OF_THE_US, OF_NOBODY, CUT_OFF, DECLINED, {"group_of": -1}], [{"group_of": 0}, {"ports": 1}],
    ),
    (
        "21.5153", invasions.may_be_invaded, "guadalcanal", island(), (Side.ALLIES,),
        [OF_THE_US, OF_NOBODY, {"one_hex": 0}, {"invaded": 1}], [CUT_OFF, DECLINED, {"ports": 1}],
    ),
    (
        "21.65C", transports.wants_line, "atlantic_us_box", lambda: Sea(turn=5), (),
        [{"kept": 1}, {"supply_box": -1}, OF_JAPAN, {"opens": 6}], [{"opens": 5}],
    ),
]  # fmt: skip


def cases(table, which):
    """For each rule and each change of a table: what forbids (0) or what does not (1)."""
    for id, rule, subject, position, given, *changes in table:
        for change in changes[which]:
            said = ", ".join(f"{field} {value}" for field, value in change.items())
            name = f"{rule.__name__}: {said}"
            yield pytest.param(rule, subject, position, given, change, marks=pytest.mark.rule(id), id=name)


def asked(sea, rule, subject, given):
    return bool(sea.call(rule, subject, *given))


@pytest.mark.parametrize("rule, subject, position, given, change", [*cases(WHO + WHERE, 0)])
def test_one_reason_is_enough(rule, subject, position, given, change):
    assert asked(position(), rule, subject, given)
    assert not asked(otherwise(position(), subject, change), rule, subject, given)


@pytest.mark.parametrize("rule, subject, position, given, change", [*cases(WHO + WHERE, 1)])
def test_what_is_no_reason(rule, subject, position, given, change):
    assert asked(otherwise(position(), subject, change), rule, subject, given)


# --- units without a name that are alike (20.91) ------------------------------------------------------------------


@pytest.mark.rule("20.91")
@pytest.mark.parametrize(
    "rule, fields",
    [
        (units.are_alike, ("place", "condition", "inverted", "moved", "redeployed", "in_group", "against", "engaged",
                           "held", "repair", "under", "on_patrol")),
        (troops.sail_alike, ("place", "berth", "under", "condition", "inverted", "moved", "on_patrol", "force")),
    ],
)  # fmt: skip
def test_two_cruisers_are_alike_unless_one_thing_is_otherwise(rule, fields):
    def alike():
        return bool(sea.call(rule, "japanese_cruiser_1", "japanese_cruiser_2"))

    sea = pacific().ship("japanese_cruiser_1", "japanese_cruiser_2", place="truk", force=0)
    assert alike()
    for field in fields:
        before = sea.of("japanese_cruiser_2", field)
        sea.game[field][number("japanese_cruiser_2")] = before + 1
        assert not alike(), field
        sea.game[field][number("japanese_cruiser_2")] = before


# --- rows of destroyers (20.91, 20.93) ----------------------------------------------------------------------------

BRITISH = ("scapa_destroyers", "home_destroyers", "gibraltar_destroyers")


def home_row(strength=5, **state):
    """The rows of Britain's destroyers: three in port, and two empty ones."""
    sea = Sea(turn=5, moving=Side.ALLIES)
    sea.ship(*BRITISH, place="gibraltar", strength=3)
    sea.ship("home_destroyers", place="britain", strength=strength, **state)
    for row in ("british_destroyers_4", "british_destroyers_5", "american_destroyers", "american_destroyers_2"):
        sea.game.strength[number(row)] = 0
        sea.game.condition[number(row)] = Condition.LOST
    return sea


@pytest.mark.rule("20.91")
def test_a_part_of_a_row_goes_into_an_empty_one_of_its_nation():
    sea = home_row(inverted=1, moved=1, redeployed=1)
    assert sea.call(rows.detach, "home_destroyers", 2) == number("british_destroyers_4")
    for field, value in (("strength", 2), ("inverted", 1), ("moved", 1), ("redeployed", 1), ("condition", 0)):
        assert sea.of("british_destroyers_4", field) == value, field
    assert sea.of("british_destroyers_4", "place") == number("britain") and sea.of("home_destroyers", "strength") == 3
    assert [sea.of(row, "strength") for row in BRITISH] == [3, 3, 3]
    assert sea.call(rows.detach, "home_destroyers", 1) == number("british_destroyers_5")
    assert sea.call(rows.detach, "home_destroyers", 1) == number("home_destroyers")  # there is no other
    assert sea.of("home_destroyers", "strength") == 2


@pytest.mark.rule("20.91")
@pytest.mark.parametrize(
    ("parted", "used", "inverted"), [(1, (2, 0), 0), (2, (2, 0), 0), (3, (2, 0), 1), (4, (1, 1), 1)]
)
def test_of_a_row_used_in_part_those_that_are_not_used_are_parted_first(parted, used, inverted):
    """Two of five have been used: smaller counters of the same destroyers, of which as many have been."""
    sea = home_row(spent=2)
    part = sea.call(rows.detach, "home_destroyers", parted)
    assert (sea.of("home_destroyers", "spent"), int(sea.game.spent[part])) == used
    assert (sea.of("home_destroyers", "inverted"), int(sea.game.inverted[part])) == (inverted, 0)


@pytest.mark.rule("20.91")
def test_of_a_row_that_is_wholly_used_both_parts_are():
    sea = home_row(spent=5, inverted=1)
    part = sea.call(rows.detach, "home_destroyers", 2)
    assert (sea.of("home_destroyers", "spent"), int(sea.game.spent[part])) == (3, 2)
    assert sea.of("home_destroyers", "inverted") == int(sea.game.inverted[part]) == 1


@pytest.mark.rule("20.91")
def test_a_part_of_a_row_is_not_where_destroyers_of_its_number_were_sunk():
    """Those patrolled when they were sunk; the part lies in port."""
    sea = home_row(3)
    sea.ship("british_destroyers_4", strength=0, on_patrol=number("brest"), against=3)
    sea.game.place[number("british_destroyers_4")] = NOWHERE
    assert sea.call(rows.detach, "home_destroyers", 2) == number("british_destroyers_4")
    assert (sea.of("british_destroyers_4", "on_patrol"), sea.of("british_destroyers_4", "against")) == (NOWHERE, 0)


@pytest.mark.rule("20.91")
def test_all_of_a_row_stays_one_row():
    sea = home_row(3)
    assert sea.call(rows.detach, "home_destroyers", 3) == number("home_destroyers")
    assert sea.of("home_destroyers", "strength") == 3 and sea.of("british_destroyers_4", "place") == NOWHERE


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("strength, may", [(1, False), (2, True), (9, True)])
def test_a_row_of_two_factors_or_more_may_be_parted(strength, may):
    assert bool(home_row(strength).call(rows.can_be_parted, "home_destroyers")) == may


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("change", [{"kind": Kind.CA}, {"theatre": Theatre.PACIFIC}, {"nation": Nation.ITALY}])
def test_what_cannot_be_parted(change):
    """Of Italy there is no empty row."""
    assert not otherwise(home_row(), "home_destroyers", change).call(rows.can_be_parted, "home_destroyers")


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("strength, most", [(1, 0), (2, 1), (5, 4), (10, 9), (12, 9)])
def test_as_many_factors_as_can_be_named_are_parted(strength, most):
    sea = home_row(strength)
    sea.game.subject = number("home_destroyers")
    mask = sea.mask(rows.mask_part)
    assert mask[Option.ALL] == 1
    assert {count for count in range(10) if mask[Option.COUNT_0 + count]} == {*range(1, most + 1)}


@pytest.mark.rule("20.93")
@pytest.mark.parametrize(
    "change, one",
    [({}, True), ({"nation": Nation.US}, False), ({"place": "scapa_flow"}, False), ({"inverted": 1}, False),
     ({"kind": Kind.CVE}, False), ({"side": Side.AXIS}, False)],
)  # fmt: skip
def test_rows_of_a_nation_in_one_place_are_one_again(change, one):
    sea = home_row().ship("british_destroyers_5", place="britain", strength=2)
    otherwise(sea, "british_destroyers_5", change).call(rows.combine, Side.ALLIES)
    assert sea.of("home_destroyers", "strength") == (7 if one else 5)
    assert (sea.of("british_destroyers_5", "place") == NOWHERE) == one
    assert sea.of("british_destroyers_5", "strength") == (0 if one else 2)
