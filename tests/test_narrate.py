"""Decisions, actions and events in words, and words back into actions."""

import random
from collections import Counter

import pytest

from aw_env import admirals_war_v0
from aw_env.core.declare.decisions import Mark
from aw_env.core.faces.game import Game
from aw_env.core.said import naming
from aw_env.core.said.wording import UnknownWords, plain
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.records.terms import (
    ACTIONS,
    EACH_LESS,
    EVENT_DICE,
    EVENT_FIELDS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    Action,
    Decision,
    Event,
    Option,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules import sequence
from aw_env.games.admirals_war.view import view_of
from aw_env.games.admirals_war.words import accounts, decisions, wording
from aw_env.table.rulebook import titles


@pytest.fixture(scope="module")
def scenario() -> load.Scenario:
    return load.scenario("midway")


def asked(game: Game, decision: Decision) -> Game:
    """The game gone on, with the last legal answers, to a decision of a kind."""
    while not game.ended:
        if game.view().decision == decision:
            return game
        game.apply(game.legal_actions()[-1])
    raise AssertionError(f"no {decision.name} in this game")


def row(event: Event, a: int = 0, b: int = 0, c: int = 0, dice: tuple[int, ...] = ()) -> list[int]:
    """A row of the event buffer."""
    return [event, a, b, c, len(dice), *dice] + [0] * (EVENT_DICE - len(dice))


def words_of(scenario: load.Scenario, event: Event, a: int = 0, b: int = 0, c: int = 0, dice: tuple = ()) -> str:
    return accounts.happening(scenario, row(event, a, b, c, dice)).words


# --- everything has words -------------------------------------------------------------------------------


@pytest.mark.parametrize("event", Event)
def test_every_event_has_words_and_subjects(scenario: load.Scenario, event: Event):
    yorktown, midway = scenario.names.unit_number("yorktown"), scenario.names.place_number("midway")
    area = scenario.names.place_number("central_pacific")
    likely = {
        Event.MOVED: (yorktown, area),
        Event.ATTACK: (yorktown, scenario.names.unit_number("akagi")),
        Event.HITS: (yorktown, scenario.names.unit_number("akagi")),
        Event.RAIDED: (midway, Power.AMERICAN),
        Event.CAPTURED: (midway, Power.JAPANESE),
        Event.INVADED: (yorktown, midway),
    }
    a, b = likely.get(event, (1, 1))
    told = accounts.happening(scenario, row(event, a, b, 1, (3,)))
    assert told.kind == event.name.lower()
    assert len(told.words) > 8 and told.words.endswith(".") and "{" not in told.words
    named = told.subjects[1:] if event == Event.HITS else told.subjects  # whose hits they are, the attack has said
    assert all(subject in told.words for subject in named)
    assert told.dice == (3,)
    assert len(row(event)) == EVENT_FIELDS + EVENT_DICE


def test_the_tables_of_words_are_complete():
    assert set(decisions.DECISIONS) == set(Decision)
    assert all(asked.question for decision, asked in decisions.DECISIONS.items() if decision != Decision.NONE)
    assert set(wording.TERMS.options) == set(Option)
    assert set(accounts.TELLER.told) == set(Event)
    assert set(wording.PHASES) == set(type(next(iter(wording.PHASES))))


@pytest.mark.parametrize("decision", Decision)
def test_every_decision_has_reasons_with_rules_that_exist(decision: Decision):
    reason = decisions.WORDS.reason(decision)
    assert reason.rules and set(reason.rules) <= set(titles())
    assert len(reason.words.split()) > 5


def test_every_decision_is_carried_out():
    tables = sequence.DECISIONS.keys() | sequence.DECISIONS_OF_OPTIONS.keys()
    assert tables == {*Decision} - {Decision.NONE, *Decision.those(Mark.COVER)}


def check_words(game: Game, chooser: random.Random) -> int:
    """The decision has a sentence, different words for each choice, and ways back.  Returns a random answer."""
    actions, sentence = game.actions(), game.describe()
    assert sentence.startswith(wording.POWERS[game.view().power]) and sentence.endswith(("?", ".", ")"))
    assert len({words for _, words in actions}) == len(actions)
    number = chooser.randrange(len(actions))
    action, words = actions[number]
    assert game.action_named(str(number + 1)) == action
    assert game.action_named(words.upper()) == action
    return action


def test_random_games_are_told_without_gaps():
    seen: Counter[Decision] = Counter()
    for seed in range(6):
        chooser = random.Random(seed)
        game = admirals_war_v0.game("midway" if seed % 2 else "engagement", seed=seed)
        while not game.ended:
            seen[game.view().decision] += 1
            game.apply(check_words(game, chooser))
            assert all(words for _, _, _, words in game.events())
        assert game.describe() == "The game is over."
    assert len(seen) >= 14


@pytest.mark.parametrize("players", [2, 4])
def test_random_campaigns_are_told_without_gaps(players: int):
    """Every happening, and of each kind of decision the first and then some."""
    seen: Counter[Decision] = Counter()
    chooser, game = random.Random(players), admirals_war_v0.game("campaign", players, seed=players)
    while not game.ended:
        kind = Decision(game.info()["decision"])
        seen[kind] += 1
        looked_at = seen[kind] <= 6 or seen[kind] % 40 == 0
        game.apply(check_words(game, chooser) if looked_at else chooser.choice(game.legal_actions()))
        for _, _, _, words in game.events():
            assert words.endswith((".", "!")) and "{" not in words and "nowhere" not in words
    assert game.describe() == "The game is over."
    assert len(seen) >= 22


def test_groups_and_task_forces_are_called_by_their_first_unit(scenario: load.Scenario):
    akagi, kaga, yorktown = (scenario.names.unit_number(id) for id in ("akagi", "kaga", "yorktown"))
    assert words_of(scenario, Event.GROUP, kaga, kaga) == "Kaga retreats in a new group."
    assert words_of(scenario, Event.GROUP, kaga, akagi) == "Kaga retreats in Akagi's group."
    assert words_of(scenario, Event.PURSUES, yorktown, akagi) == "Yorktown pursues Akagi's group."
    assert words_of(scenario, Event.PURSUES, yorktown, NOBODY) == "Yorktown does not pursue."
    assert words_of(scenario, Event.ESCAPES, akagi) == "Akagi's group escapes."
    area = scenario.names.place_number("central_pacific")
    assert words_of(scenario, Event.ROUND_BEGINS, area, NOBODY, 1) == "Round 1 in the Central Pacific."
    pursuit = words_of(scenario, Event.ROUND_BEGINS, area, akagi, 2)
    assert pursuit == "Round 2 in the Central Pacific, pursuit of Akagi's group."


def test_who_groups_its_units_is_the_side_where_one_player_has_both_of_its_powers(scenario: load.Scenario):
    two, four = scenario, load.scenario("campaign", players=4)
    row = (Event.GROUPED, Power.BRITISH, Option.TOGETHER)
    assert words_of(two, *row) == "The Allies form one task force."
    assert words_of(two, Event.GROUPED, Power.JAPANESE, Option.TOGETHER) == "The Axis forms one task force."
    assert words_of(four, *row) == "The British commander forms one task force."


def test_dice_of_a_hunt_that_an_event_has_no_room_for_are_told_as_more_of_it(scenario: load.Scenario):
    area = scenario.names.place_number("central_pacific")
    assert words_of(scenario, Event.ASW, area, 16, 0, (1,)) == "Anti-submarine warfare in the Central Pacific: 1."
    more = words_of(scenario, Event.ASW, area, 0, 0, (6,))
    assert more == "Anti-submarine warfare goes on in the Central Pacific: 6 hit."


# --- decisions and actions ------------------------------------------------------------------------------


def test_a_decision_says_who_what_and_where(scenario: load.Scenario):
    game = admirals_war_v0.game("midway", seed=1)
    assert game.describe() == (
        "Japanese: Kongo (BB 3-3-6) in Yokosuka Navy Yard: patrol a sea area, turn raider in port, or stay?"
    )
    words = [words for _, words in game.actions()]
    assert words[:3] == ["stay in port", "turn raider", "Home Islands"]


def test_a_target_is_told_with_its_damage_and_who_aims_at_it():
    game = asked(admirals_war_v0.game("engagement", seed=3), Decision.SURFACE_TARGET)
    target = next(action for action in game.legal_actions() if action >= FIRST_UNIT_ACTION)
    games = game._games.copy()
    unit = target - FIRST_UNIT_ACTION
    games["damage"][0, unit], games["attackers_on"][0, unit] = 1, 2
    scenario = game.rules.scenario
    words = decisions.describe_action(scenario, games, target)
    assert words.startswith(f"attack {scenario.names.units[unit].name} (")
    assert "1 damage" in words and "2 aim at it" in words


def test_words_depend_on_the_decision(scenario: load.Scenario):
    game = asked(admirals_war_v0.game("midway", seed=2), Decision.AIR_RAID)
    assert game.actions()[0][1] == "no raid"
    assert game.actions()[1][1].startswith("raid ")
    game = asked(admirals_war_v0.game("midway", seed=2), Decision.LANDING)
    assert game.actions()[0] == (Option.STAY, "stay at sea")
    assert {words.split()[0] for _, words in game.actions()[1:]} <= {"land", "invade"}


def test_every_number_of_the_vocabulary_has_words():
    """Error messages name actions that are not legal, too."""
    for scenario, decision in (
        ("midway", Decision.PATROL_ORDER),
        ("midway", Decision.LANDING),
        ("engagement", Decision.RETREAT),
    ):
        game = asked(admirals_war_v0.game(scenario, seed=2), decision)
        view = game.view()
        assert all(decisions.describe_action(game.rules.scenario, view, action) for action in range(ACTIONS))


# --- words into actions ---------------------------------------------------------------------------------


@pytest.fixture
def yorktown_asked() -> Game:
    """Midway, and the Allies are asked about Yorktown."""
    game = admirals_war_v0.game("midway", seed=5)
    while getattr(game.view().subject, "id", None) != "yorktown":
        game.apply(game.legal_actions()[0])
    return game


@pytest.mark.parametrize(
    "words",
    [
        "Yorktown to Hawaiian Islands",
        "hawaiian islands",
        "HAWAI",
        "yorktown hawaiian",
        "york to hawaii",
        "hawaiian_islands",
    ],
)
def test_an_order_by_name(yorktown_asked: Game, words: str):
    place = yorktown_asked.rules.scenario.names.place_number("hawaiian_islands")
    assert yorktown_asked.action_named(words) == FIRST_PLACE_ACTION + place


@pytest.mark.parametrize(
    ("words", "option"), [("stay", Option.STAY), ("raider", Option.TURN_RAIDER), ("st", Option.STAY)]
)
def test_options_by_name(yorktown_asked: Game, words: str, option: Option):
    assert yorktown_asked.action_named(words) == option


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Akagi to Marshalls", "Akagi is not being asked now"),
        ("Hornet stay", "Yorktown is"),
        ("hawaian isles", "did you mean Hawaiian Islands"),
        ("Coral Sea", "Coral Sea is not in this game"),
        ("Home Islands", "3 areas from Pearl Harbor, and at most 2 may be entered"),
        ("-1", "there is no choice -1"),
        ("2 hawaiian", 'choice 2 is not "hawaiian": that is 5'),
        ("99", "there is no choice 99"),
        ("", "Choices: 1 stay in port"),
        ("0", "there is no choice 0"),
    ],
)
def test_words_that_are_no_choice_say_what_there_is(yorktown_asked: Game, words: str, says: str):
    with pytest.raises(LookupError, match="."):
        yorktown_asked.action_named(words)
    with pytest.raises(UnknownWords) as error:
        yorktown_asked.action_named(words)
    assert says in str(error.value)


def test_a_beginning_that_fits_two_choices_is_refused():
    game = asked(admirals_war_v0.game("engagement", seed=2), Decision.RETREAT)
    with pytest.raises(UnknownWords, match="retreat or remain"):
        game.action_named("re")


def test_a_unit_and_a_port_of_one_name():
    """A landing force is called Yokosuka; the port Yokosuka Navy Yard is still a choice of its own."""
    game = admirals_war_v0.game("midway", seed=1)
    port = FIRST_PLACE_ACTION + game.rules.scenario.names.place_number("yokosuka")
    while not game.ended and port not in game.legal_actions():
        game.apply(game.legal_actions()[-1])
    assert game.action_named("Yokosuka Navy Yard") == port


def test_split_order_and_units_named():
    view = admirals_war_v0.game("midway", seed=1).view()
    number = view.names.unit_number("salt_lake_city")
    assert decisions.UNDERSTANDING.split_order(view, "Salt Lake City to the Marshalls") == (number, "the marshalls")
    assert decisions.UNDERSTANDING.split_order(view, "hawaiian islands") == (None, "hawaiian islands")
    assert [unit.id for unit in naming.units_named(view, "horn")] == ["hornet"]
    assert naming.units_named(view, "") == []


def test_plain_words():
    assert plain("  Nouméa (base),  Simon's-Town ") == "noumea simons town"


def test_describe_action_takes_a_record_an_array_and_a_view(scenario: load.Scenario):
    game = admirals_war_v0.game("midway", seed=1)
    action = game.legal_actions()[2]
    told = {decisions.describe_action(scenario, form, action) for form in (game.view(), game._games, game._games[0])}
    assert told == {"Home Islands"}


# --- events ---------------------------------------------------------------------------------------------


@pytest.mark.rule("7.43")
def test_an_attack_is_told_die_by_die(scenario: load.Scenario):
    units = (scenario.names.unit_number("yorktown"), scenario.names.unit_number("akagi"))
    told = words_of(scenario, Event.ATTACK, *units, 1, (3, 5, 6))
    assert told == "Yorktown attacks Akagi: 3+1=4, 5+1=6 hit, 6+1=7 hit."
    assert words_of(scenario, Event.ATTACK, *units, 0, (5, 6)) == "Yorktown attacks Akagi: 5, 6 hit."


@pytest.mark.rule("3.14")
def test_damage_against_a_red_armor_factor_is_told_one_lower(scenario: load.Scenario):
    bismarck, hood = scenario.names.unit_number("bismarck"), scenario.names.unit_number("hood")
    assert scenario.books["armor_bonus_from"][0, bismarck] == 0
    told = words_of(scenario, Event.HITS, hood, bismarck, 2 + EACH_LESS, (2, 1))
    assert told == "Damage rolls 2-1=1 and 1-1=0: Bismarck takes 1 damage."
    assert words_of(scenario, Event.HITS, bismarck, hood, 1, (6,)) == "Damage roll 6: Hood takes 6 damage."


def test_other_events(scenario: load.Scenario):
    names = scenario.names
    enterprise, seaf = names.unit_number("enterprise"), names.unit_number("7af")
    central, midway = names.place_number("central_pacific"), names.place_number("midway")
    assert midway >= FIRST_PORT and midway < FIRST_BOX
    assert words_of(scenario, Event.MOVED, enterprise, central, 1) == "Enterprise raids the Central Pacific."
    assert words_of(scenario, Event.MOVED, seaf, central) == "7AF flies to the Central Pacific."
    speed = words_of(scenario, Event.SPEED_ROLL, enterprise, central, 0, (6,))
    assert speed == "Enterprise needs speed for the Central Pacific: 6, fails."
    roll = words_of(scenario, Event.ACTION_ROLL, Side.AXIS, Action.AIR, 6, (4,))
    assert roll == "The Axis rolls 4+2=6 for an air action."
    assert words_of(scenario, Event.CONTROL, central, NOBODY) == "Nobody controls the Central Pacific now."
    assert words_of(scenario, Event.CAPTURED, midway, Power.JAPANESE) == "Midway falls to the Axis (Japanese)."
    points = words_of(scenario, Event.VICTORY_POINTS, Theatre.PACIFIC, -3, -2)
    assert points == "Pacific track, control of areas: Axis +3. Now Axis leads by 2."
    assert words_of(scenario, Event.GAME_OVER, -1) == "The game is over: the Axis wins."


def test_factors_follow_damage():
    game = admirals_war_v0.game("midway", seed=1)
    games = game._games.copy()
    enterprise = game.rules.scenario.names.unit_number("enterprise")
    view = game.view()
    assert wording.factors(view.unit("enterprise")) == "1-3-7-4*"
    assert wording.factors(view.unit("7af")) == "2-4"
    games["damage"][0, enterprise] = 3
    hurt = view_of(game.rules.scenario, games).unit("enterprise")
    assert wording.factors(hurt) == "0-0-4-0*"
    assert wording.condition(hurt) == "crippled, 3 damage"
    assert wording.unit_phrase(hurt) == "Enterprise (CV 0-0-4-0*, crippled, 3 damage)"


# --- the attack on Pearl Harbor (§19.7, §23, §24) ---------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "passed", "says"),
    [
        (1, 1, "Warning: Marshall is found in Washington (rolled 2)."),
        (0, 0, "Warning: Marshall is not found in time, and it goes no further (rolled 2)."),
        (2, 0, "Warning: General Short is not in his office, and it goes no further (rolled 2)."),
        (4, 1, "Warning: Admiral Kimmel sends the fleet to sea, and both raids are lost (rolled 2)."),
    ],
)
def test_a_warning_is_told_step_by_step(scenario: load.Scenario, taken: int, passed: int, says: str):
    assert words_of(scenario, Event.WARNING, taken, passed, 0, (2,)) == says


def test_ships_found_in_port_and_ships_that_put_to_sea_are_told_apart():
    pacific = load.scenario("pacific")
    saratoga, akagi = (pacific.names.unit_number(id) for id in ("saratoga", "akagi"))
    places = ("pearl_harbor", "yokosuka", "hawaiian_islands")
    pearl_harbor, yokosuka, hawaii = (pacific.names.place_number(id) for id in places)
    assert words_of(pacific, Event.MOVED, saratoga, pearl_harbor) == "Saratoga is found in Pearl Harbor."
    assert words_of(pacific, Event.MOVED, akagi, yokosuka) == "Akagi leaves the Pearl Harbor Raid Force."
    assert words_of(pacific, Event.MOVED, saratoga, hawaii) == "Saratoga patrols the Hawaiian Islands."
    assert words_of(pacific, Event.MOVED, saratoga, hawaii, 2) == "Saratoga puts to sea in the Hawaiian Islands."


def test_the_questions_of_a_raid_name_the_place_and_the_raid():
    game = asked(admirals_war_v0.game("midway", seed=1), Decision.STRIKE_TARGET)
    unit, words = game.view().asked_unit, game.describe()
    place = game.view().names.place(unit.state["raid_place"]).name
    assert f"attacks {place} from" in words
    assert game.view().surprise_round == 0


def test_an_undamaged_ship_in_the_shipyard_is_converted():
    game = admirals_war_v0.game("pacific", seed=1)
    games, ise = game._games.copy(), game.view().unit("ise").number
    games["decision"] = Decision.REPAIR
    assert decisions.describe_action(game.rules.scenario, games, FIRST_UNIT_ACTION + ise) == "convert Ise (BB 4-4-4)"
    games["damage"][0, ise] = 1
    words = decisions.describe_action(game.rules.scenario, games, FIRST_UNIT_ACTION + ise)
    assert words == "repair Ise (BB 4-3-3, 1 damage, 3 left)"
