"""What a seat sees: columns, scale, perspective, what is hidden, and the view."""

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.games.admirals_war.observation import columns as c
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    Action,
    Box,
    Decision,
    Intention,
    Kind,
    Option,
    OptionalRule,
    PortKind,
    Power,
    Side,
)
from aw_env.games.admirals_war.words.observation_guide import guide


def positions(scenario, players=2, seeds=range(3), every=7, options=()):
    """Games at many points of random play."""
    for seed in seeds:
        game = admirals_war_v0.game(scenario, players, options, seed=seed)
        draws = np.random.default_rng(seed)
        while not game.ended:
            if game.decisions % every == 0:
                yield game
            game.apply(int(draws.choice(game.legal_actions())))
        yield game


def seen_by_name(game, seat):
    """The observation of a seat as a dictionary by column name."""
    names = admirals_war_v0.observation_columns(game.layout)
    return dict(zip(names, game.observe(seat).tolist(), strict=True))


@pytest.mark.parametrize("layout", c.LAYOUT.numbers)
def test_names_scale_and_tables_fit_the_observation(layout):
    width = len(admirals_war_v0.game(seed=0, observation=layout).observe(0))
    names = admirals_war_v0.observation_columns(layout)
    assert len(names) == len(set(names)) == width
    scale = admirals_war_v0.observation_scale(layout)
    assert scale.shape == (width,) and scale.dtype == np.float32 and (0 < scale).all() and (scale <= 1).all()
    end = 0
    for first, rows, columns in admirals_war_v0.observation_tables(layout).values():
        assert first == end
        end = first + rows * columns
    assert end == width
    with pytest.raises(ValueError, match="'summary', 'units', 'candidates'"):
        admirals_war_v0.observation_columns("pictures")


def test_the_guide_explains_every_column():
    written = guide()
    assert all(
        f'| `"{layout}"` | {len(admirals_war_v0.observation_columns(layout))} |' in written for layout in c.LAYOUT.parts
    )
    for table in c.Columns.__subclasses__():
        for column in table if table.__module__ == c.__name__ else ():  # another game has tables of its own
            assert f"| `{column.name.lower()}` |" in written


SAMPLES = [
    ("midway", 2, {}),
    ("engagement", 2, {}),
    ("engagement", 2, {"options": ["task_forces"]}),
    ("campaign", 2, {"seeds": [1], "every": 331}),
    ("campaign", 4, {"seeds": [2], "every": 479}),
    ("atlantic", 2, {"seeds": [3], "every": 307}),
    ("pacific", 4, {"seeds": [4], "every": 307}),
]
"""Games to look at: scenario, number of players, and which of their positions."""


@pytest.mark.parametrize("scenario, players, which", SAMPLES)
def test_summary_agrees_with_the_view(scenario, players, which):
    for game in positions(scenario, players, **which):
        view = game.view()
        for seat in range(players):
            seen = seen_by_name(game, seat)
            side, sign = seat & 1, 1 - 2 * (seat & 1)
            check_general(view, seen, seat, side, sign)
            for area in view.areas:
                check_area(view, seen, area.id, side, sign)
            for port in view.ports:
                check_port(view, seen, port.id, side)
            check_off_the_map(view, seen, side)
            check_battle(view, seen, side)


def check_general(view, seen, seat, side, sign):
    record = view.record
    assert seen["side"] == side
    assert seen["choosing"] == (view.seat == seat)
    assert (seen["turn"], seen["turns_left"]) == (view.turn, view.last_turn - view.turn)
    assert seen["lead_atlantic"] == sign * view.victory_points.atlantic
    assert seen["lead_pacific"] == sign * view.victory_points.pacific
    assert seen["my_armor_sunk"] == view.armor_sunk[side]
    for name in ("hostilities", "attack", "unguarded", "short_of_fuel", "provocation", "provoked"):
        assert seen[name] == record[name]
    if record["hostilities"]:
        assert seen["turns_of_war"] == view.turn - record["hostilities_since"]
    assert seen["italy"] == (record["surrender_turn"] > 0)
    names = {power: power.name.lower() for power in Power}
    chosen = {part: [name for name in names.values() if seen[f"{part}/{name}"]] for part in ("asked", "played")}
    assert chosen["asked"] == ([] if view.over else [names[view.power]])
    played = view.scenario.books["seat_of_power"][0].tolist()
    assert chosen["played"] == [name for power, name in names.items() if played[power] == seat]
    decisions = [name for name, value in seen.items() if name.startswith("decision/") and value]
    assert decisions == ([] if view.over else [f"decision/{view.decision.name.lower()}"])


def check_area(view, seen, area, seat, sign):
    flag = view.flag(area)
    assert seen[f"area/{area}/flag"] == (0 if flag is None else sign if flag == Side.ALLIES else -sign)
    assert (seen[f"area/{area}/my_points"], seen[f"area/{area}/their_points"]) == view.points(area)[::sign]
    assert seen[f"area/{area}/combat"] == (2 if view.area == area else 0 if view.resolved(area) else 1)
    for side, whose in ((seat, "mine"), (1 - seat, "theirs")):
        units = [unit for unit in view.units_in(area) if unit.side == side]
        ships = [unit for unit in units if unit.kind == Kind.SHIP]
        row = {column.name.lower(): seen[f"area/{area}/{whose}/{column.name.lower()}"] for column in c.Force}
        patrolling = [unit for unit in ships if not unit.raiding]
        assert row == {
            "patrolling": len(patrolling),
            "raiding": len(ships) - len(patrolling),
            "gunnery": sum(unit.gunnery for unit in ships),
            "carrier_airstrike": sum(unit.airstrike for unit in ships),
            "lba_airstrike": sum(unit.airstrike for unit in units if unit.kind == Kind.LBA),
            "amphibious": count(units, Kind.AMPHIBIOUS),
            "hit_points": sum(unit.hit_points for unit in ships),
            "asw": sum(3 if unit.carrier else 1 for unit in patrolling)
            + 3 * count(units, Kind.AMPHIBIOUS)
            + sum(unit.airstrike for unit in units if unit.kind == Kind.LBA),
            "submarines": count([unit for unit in units if not unit.raiding], Kind.SUBMARINE),
            "raiding_submarines": count([unit for unit in units if unit.raiding], Kind.SUBMARINE),
            "hilfskreuzers": count(units, Kind.HILFSKREUZER),
            "support": count(units, Kind.OILER, Kind.HUNTER_KILLER),
        }


def count(units, *kinds):
    """How many units are of some kinds."""
    return sum(unit.kind in kinds for unit in units)


def check_port(view, seen, port, side):
    owner, number = view.owner(port), view.names.place_number(port) - FIRST_PORT
    book = view.scenario.books[0]
    neutral = book["port_kind"][number] == PortKind.NEUTRAL
    assert seen[f"port/{port}/owner"] == (0 if owner is None or neutral else 1 if owner & 1 == side else -1)
    units = view.units_in(port)
    signs = {unit.id: 1 if unit.side == side else -1 for unit in units}
    row = {column.name.lower(): seen[f"port/{port}/{column.name.lower()}"] for column in c.Port}
    raiders = {power & 1 for power in view.raided_by(port)}
    ships = [unit for unit in units if unit.kind == Kind.SHIP]
    around = [area for area in range(AREAS) if int(book["touches"][number]) >> area & 1]
    flags = {view.flag_at_start(view.names.places[area].id) for area in around}
    assert row == {
        "owner": row["owner"],
        "ships": sum(signs[unit.id] for unit in ships),
        "carriers": sum(signs[unit.id] for unit in units if unit.carrier),
        "amphibious": sum(signs[unit.id] for unit in units if unit.kind == Kind.AMPHIBIOUS),
        "lba": sum(signs[unit.id] for unit in units if unit.kind == Kind.LBA),
        "raided": (side in raiders) - (1 - side in raiders),
        "repairs": row["repairs"],
        "surrounded": owner is not None and flags == {1 - (owner & 1)},
        "gunnery": sum(signs[unit.id] * unit.gunnery for unit in ships),
        "damage": sum(signs[unit.id] * unit.damage for unit in ships),
        "raiding": sum(signs[unit.id] for unit in ships if unit.raiding),
        "others": sum(signs[unit.id] for unit in units if unit.kind > Kind.AMPHIBIOUS),
    }


def check_off_the_map(view, seen, side):
    for whose, of_side in (("mine", side), ("theirs", 1 - side)):
        units = [unit for unit in view.units if unit.side == of_side]
        back = [unit for unit in units if unit.place_number == FIRST_BOX + Box.RETURNING]
        soon = [unit for unit in back if unit.due <= view.turn + 1]
        row = {column.name.lower(): seen[f"away/{whose}/{column.name.lower()}"] for column in c.Away}
        assert row == {
            "air_next_turn": count(soon, Kind.LBA),
            "others_next_turn": len(soon) - count(soon, Kind.LBA),
            "later": len(back) - len(soon),
            "transfer": sum(unit.place_number == FIRST_BOX + Box.LBA_TRANSFER for unit in units),
        }
    for box in c.FLEETS:
        units = [unit for unit in view.units if unit.place_number == FIRST_BOX + box]
        row = {column.name.lower(): seen[f"fleet/{box.name.lower()}/{column.name.lower()}"] for column in c.Fleet}
        assert row == {
            "ships": len(units),
            "gunnery": sum(unit.gunnery for unit in units),
            "hit_points": sum(unit.hit_points for unit in units),
            "airstrike": sum(unit.airstrike for unit in units),
        }


def test_the_summary_shows_repair_points_as_they_are_spent():
    game = admirals_war_v0.game("campaign", seed=1)
    draws = np.random.default_rng(1)
    while game.view().decision != Decision.REPAIR:
        game.apply(int(draws.choice(game.legal_actions())))
    port, seat = game.view().subject.id, game.seat
    before = seen_by_name(game, seat)
    assert before[f"port/{port}/repairs"] > 0 and before["subject/place"] == game.view().subject.number
    damaged = [name for name, value in before.items() if name.startswith("unit/") and value]
    assert {unit.id for unit in game.view().units_in(port)} == {name.removeprefix("unit/") for name in damaged}
    game.apply(game.legal_actions()[-1])
    if game.view().decision == Decision.REPAIR and game.view().subject.id == port:
        assert seen_by_name(game, seat)[f"port/{port}/repairs"] == before[f"port/{port}/repairs"] - 1


def check_battle(view, seen, seat):
    forming = view.decision in (Decision.JOIN_GROUP, Decision.PURSUIT)
    here = [unit for unit in view.units if unit.at_sea and unit.place == view.area]
    fighting = [unit for unit in here if forming or unit.group == view.battle_group]
    for side, whose in ((seat, "mine"), (1 - seat, "theirs")):
        units = [unit for unit in fighting if unit.side == side]
        ships = [unit for unit in units if unit.kind == Kind.SHIP]
        row = {column.name.lower(): seen[f"battle/{whose}/{column.name.lower()}"] for column in c.Battle}
        assert row == {
            "ships": len(ships),
            "carriers": sum(unit.carrier for unit in ships),
            "gunnery": sum(unit.gunnery for unit in ships),
            "airstrike": sum(unit.airstrike for unit in units),
            "amphibious": sum(unit.kind == Kind.AMPHIBIOUS for unit in units),
            "hit_points": sum(unit.hit_points for unit in ships),
            "slowest": min((unit.speed for unit in ships), default=0),
            "fastest": max((unit.speed for unit in ships), default=0),
            "landing": sum(unit.intention == Intention.LANDING for unit in units),
            "searching": sum(unit.intention in (Intention.SEARCHING, Intention.PEARL_HARBOR) for unit in units),
            "hiding": sum(unit.intention == Intention.HIDING for unit in units),
            "sighted": sum(unit.sighted for unit in units),
        }
    shown = {name.removeprefix("unit/"): value for name, value in seen.items() if name.startswith("unit/") and value}
    wanted = {unit.id for unit in fighting}
    subject = view.subject
    if hasattr(subject, "damage"):
        wanted.add(subject.id)
        row = [seen[f"subject/{name}"] for name in ("is_unit", "mine", "damage", "speed", "raiding", "place")]
        wanted_row = [1, subject.side == seat, subject.damage, subject.speed, subject.raiding, subject.place_number]
        assert row == wanted_row
    else:
        place = 0 if subject is None else subject.number
        assert {name: value for name, value in seen.items() if name.startswith("subject/") and value} == (
            {"subject/place": place} if place else {}
        )
    if view.decision not in (Decision.STRIKE_TARGET, Decision.GARRISON_LOSS, Decision.REPAIR):
        assert set(shown) == wanted
        for id, value in shown.items():
            assert (value > 0) == (view.unit(id).side == seat)


def test_an_enemy_that_is_aimed_at_looks_nearer_to_sinking():
    game = admirals_war_v0.game("engagement", seed=0)
    draws = np.random.default_rng(0)
    while game.view().decision not in (Decision.AIR_TARGET, Decision.SURFACE_TARGET):
        game.apply(int(draws.choice(game.legal_actions())))
    seat = game.seat
    target, before = next(
        (name, value)
        for name, value in seen_by_name(game, seat).items()
        if name.startswith("unit/") and value < -1 and game.action_mask[action_on(game, name)]
    )
    game.apply(action_on(game, target))
    assert game.seat == seat and game.view().unit(target.removeprefix("unit/")).attackers == 1
    assert seen_by_name(game, seat)[target] == before + 1
    assert seen_by_name(game, 1 - seat)[target] == -before


def action_on(game, column):
    """The action that names the unit of a column."""
    return FIRST_UNIT_ACTION + game.view().names.unit_number(column.removeprefix("unit/"))


def asked_second_for_the_action_type(option, layout):
    """A game in which one side has chosen its type of action and the other is asked."""
    game = admirals_war_v0.game("engagement", seed=0, observation=layout)
    while game.view().decision != Decision.ACTION_TYPE:
        game.apply(game.legal_actions()[0])
    first = game.seat
    game.apply(option)
    assert game.view().decision == Decision.ACTION_TYPE and game.seat == 1 - first
    return game, first


@pytest.mark.rule("7.22")
@pytest.mark.parametrize("layout", c.LAYOUT.numbers)
def test_the_choice_of_action_is_secret_until_both_have_chosen(layout):
    game, first = asked_second_for_the_action_type(Option.AIR, layout)
    other, _ = asked_second_for_the_action_type(Option.SURFACE, layout)
    second = 1 - first
    assert (game.observe(second) == other.observe(second)).all()
    assert game.events() == other.events()
    assert game.describe() == other.describe() and game.info() == other.info()
    views = [one.view(second) for one in (game, other)]
    assert [view.choice(Side(first)) for view in views] == [Action.NONE, Action.NONE]
    assert views[0].record.tobytes() == views[1].record.tobytes()
    own = [one.view(first).choice(Side(first)) for one in (game, other)]
    assert own == [Action.AIR, Action.SURFACE]


@pytest.mark.parametrize("layout", c.LAYOUT.numbers)
def test_dice_to_come_are_not_seen(layout):
    game = admirals_war_v0.game("engagement", seed=0, observation=layout)
    other = game.clone(reseed=77)
    other.script_dice([6, 6])
    for seat in (0, 1):
        assert (game.observe(seat) == other.observe(seat)).all()
        assert game.view(seat).record.tobytes() == other.view(seat).record.tobytes()
    assert not game.view().record["generator"].any()


def test_units_layout_holds_every_unit_and_place():
    for game in positions("midway", seeds=[1], every=40):
        other = admirals_war_v0.game("midway", observation="units")
        other.restore(game.save())
        view = other.view()
        for seat in (0, 1):
            tables = admirals_war_v0.observation_tables("units")
            row = other.observe(seat)
            units, places = (
                row[first : first + rows * columns].reshape(rows, columns)
                for first, rows, columns in (tables["units"], tables["places"])
            )
            assert units[:, c.UnitRow.IN_GAME].sum() == len(view.units)
            for unit in view.units:
                seen = units[unit.number]
                assert seen[c.UnitRow.PLACE] == unit.place_number
                assert seen[c.UnitRow.MINE] == (1 if unit.side == seat else -1)
                assert (seen[c.UnitRow.DAMAGE], seen[c.UnitRow.GROUP]) == (unit.damage, unit.group)
                assert seen[c.UnitRow.AT_SEA] == unit.at_sea and seen[c.UnitRow.IN_PORT] == unit.in_port
            for area in view.areas:
                flag = view.flag(area.id)
                held = 0 if flag is None else 1 if flag == seat else -1
                assert places[area.number, c.PlaceRow.HOLDER] == held
            assert places[:AREAS, c.PlaceRow.IN_GAME].sum() == len(view.areas)
            assert places[FIRST_PORT:, c.PlaceRow.IN_GAME].sum() == len(view.ports)


# --- the view ------------------------------------------------------------------------------------------


def test_a_view_is_a_snapshot_that_names_things():
    game = admirals_war_v0.game(seed=0)
    view = game.view(0)
    assert view.unit("yorktown").place == "pearl_harbor" and view.unit("yorktown").carrier
    assert {ship.id for ship in view.ships_in("pearl_harbor")} >= {"yorktown", "enterprise", "hornet"}
    assert view.flag("hawaiian_islands") == Side.ALLIES and view.flag("aleutians") is None
    assert view.owner("yokosuka").name == "JAPANESE"
    before = view.record.tobytes()
    game.apply(game.legal_actions()[-1])
    assert view.record.tobytes() == before and game.view().decisions == view.decisions + 1


@pytest.mark.parametrize(
    "ask, closest",
    [
        (lambda view: view.unit("yorktwon"), "yorktown"),
        (lambda view: view.flag("hawaii"), "hawaii"),
        (lambda view: view.flag("midway"), "no sea area"),
        (lambda view: view.owner("aleutians"), "no port or base"),
        (lambda view: view.unit("bismarck"), "not in this game"),
    ],
)
def test_unknown_names_are_said(ask, closest):
    with pytest.raises(LookupError, match=closest):
        ask(admirals_war_v0.game(seed=0).view())


@pytest.mark.parametrize("scenario, decisions", [("midway", 0), ("midway", 90), ("engagement", 5)])
def test_a_view_writes_its_position_as_a_scenario(tmp_path, scenario, decisions):
    game = admirals_war_v0.game(scenario, seed=4)
    draws = np.random.default_rng(4)
    for _ in range(decisions):
        game.apply(int(draws.choice(game.legal_actions())))
    view = game.view()
    file = tmp_path / "position.toml"
    file.write_text(view.to_scenario())
    again = admirals_war_v0.game(file, seed=0).view()
    assert (again.turn, again.last_turn, again.victory_points) == (view.turn, view.last_turn, view.victory_points)
    assert [area.id for area in again.areas] == [area.id for area in view.areas]
    assert [port.id for port in again.ports] == [port.id for port in view.ports]
    for area in view.areas:
        assert again.flag(area.id) == view.flag(area.id)
    if decisions == 0 or scenario == "engagement":
        state = ("id", "place", "damage", "raiding", "disabled", "retreated", "pursued", "side")
        expected = [[getattr(unit, name) for name in state] for unit in view.units]
        assert [[getattr(unit, name) for name in state] for unit in again.units] == expected


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("midway", []),
        ("engagement", []),
        ("campaign", []),
        ("campaign", ["hidden_submarines"]),
        ("campaign", ["turn_0"]),
        ("campaign", [rule.name.lower() for rule in OptionalRule if rule != OptionalRule.ITALIAN_NAVAL_BUILDUP_2]),
    ],
    ids=lambda given: given if isinstance(given, str) else ",".join(given[:2]) or "standard",
)
def test_a_row_brought_up_to_date_is_as_if_written_anew(scenario, options):
    batch = admirals_war_v0.vec_env(4, scenario, options=options, seed=5, num_threads=1)
    anew = np.zeros_like(batch.observations[0])
    for _ in range(1500 if not INTERPRETED else 100):
        batch.step(batch.random_actions())
        for i in range(batch.num_envs):
            books, seat = batch.rules.scenario.books, int(batch.seats[i])
            batch.rules.observe(books, batch.unguarded[0], i, seat, SUMMARY, anew)
            assert (batch.observations[i] == anew).all()
