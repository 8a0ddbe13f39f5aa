"""What a seat, or who looks on, is told: plain data, made of its view of the game and of nothing else."""

from dataclasses import asdict, dataclass
from typing import Any

from aw_env.core.drawn import text
from aw_env.core.drawn.scene import Scene
from aw_env.core.faces.game import EventInWords, Game
from aw_env.core.said.wording import capital
from aw_env.table import choosing, ending, scoring
from aw_env.table import orders as by_name
from aw_env.table.account import plural, sides_of, told_together
from aw_env.web import bidding, rematch
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import PERSON


def view_for(game: Game, seat: int) -> Any:
    """The view of a seat, or what every seat may know."""
    return game.open_view() if seat == SPECTATORS else game.view(seat)


def parts(room: Room, seat: int, present: set[int]) -> dict[str, Any]:
    """All that a seat is told now but for the log, part by part.  present: the seats at which somebody is."""
    picture = _picture(room, seat)
    view, board, asked = picture.view, picture.board, _asked(room, seat, picture)
    return {
        "table": _table(room, seat, picture, present),
        "asked": asked,
        "question": _question(room, seat, asked, view, board.bearings()) if room.is_asked(seat) else None,
        "battle": picture.battle,
        "scene": picture.scene,
        "since": _since(room, seat, board),
        "course": room.course.until(view.turn),
        "guide": _guide(room, seat),
        "chat": _chat(room, seat),
        "clock": _clock(room, seat),
        "bidding": bidding.told(room, seat),
    }


@dataclass(frozen=True)
class Picture:
    """A position as it is shown to a seat: what takes long to say, and depends on nothing else.  known_by: as which
    seat it is seen, after how many answers and changes of the seat.  now, score: what would be scored
    (`table.scoring`)."""

    game: Game
    known_by: tuple[int, int, int]
    view: Any
    board: Scene
    heading: list[str]
    now: str
    score: list[str]
    battle: dict[str, Any] | None
    scene: dict[str, Any]


def _picture(room: Room, seat: int) -> Picture:
    """What a seat is shown: while the position is the same, as when somebody talks, what was said of it is not said
    anew."""
    game, seen_by, kept = room.position(seat), _seen_by(room, seat), room.pictures.get(seat)
    known_by = seen_by, len(game.history), room.seats[seat].changes if seat != SPECTATORS else 0
    if kept is not None and kept.game is game and kept.known_by == known_by:
        return kept
    view = view_for(game, seen_by)
    fight, board, gains = game.rules.speech().battle(view), game.rules.scene(view), scoring.gains_now(game, view)
    room.pictures[seat] = Picture(
        game=game,
        known_by=known_by,
        view=view,
        board=board,
        heading=choosing.heading(board),
        now=scoring.in_short(game, gains),
        score=scoring.now_in_words(game, gains),
        battle=asdict(fight) if fight is not None else None,
        scene=scene(board),
    )
    return room.pictures[seat]


def _seen_by(room: Room, seat: int) -> int:
    """As what a seat sees and hears: nobody knows which side is his own until the sides are settled."""
    return seat if room.is_settled else SPECTATORS


def _asked(room: Room, seat: int, picture: Picture) -> str:
    """What is going on, in a line.  What others are asked is not told: how often it is, may be a secret."""
    game = picture.game
    if game.ended:
        return ending.in_words(game)
    if not room.is_settled:
        return "The sides are bid for."
    if room.is_asked(seat):
        return game.rules.describe_decision(picture.view)
    return f"Waiting for the {capital(game.seat_name)}."


def _since(room: Room, seat: int, board: Scene) -> dict[str, Any] | None:
    """What has happened since the person of the seat moved last; None for those who look on."""
    rules = room.game.rules
    if _seen_by(room, seat) == SPECTATORS:
        return None
    side = rules.speech().sides[rules.sides[seat]].id
    card = room.audiences[seat].since.card(lambda game: rules.scene(view_for(game, seat)), board, side)
    return {"lines": card.lines, "moves": [move._asdict() for move in card.moves]}


def _clock(room: Room, seat: int) -> dict[str, Any] | None:
    """The clock, and who has lost his seat by it.  Until when is told to who is asked alone: how often others are asked
    may be a secret."""
    clock, names = room.clock, room.game.rules.seats
    if clock is None:
        return None
    lost = [names[other] for other in dict.fromkeys(clock.lost) if room.seats[other].player != PERSON]
    return {"seconds": clock.seconds, "until": clock.until if room.is_asked(seat) else None, "lost": lost}


def _chat(room: Room, seat: int) -> list[dict[str, Any]] | None:
    """What persons have said to each other lately; None where it is not to be heard: who looks on hears it after the
    game."""
    if not room.talk.is_possible or (seat == SPECTATORS and not room.game.ended):
        return None
    seats, names = room.game.rules.seats, room.store.names
    return [
        {
            "n": said.number,
            "seat": seats[said.seat],
            "person": names.told(said.person),
            "words": said.words,
            "at": said.at,
        }
        for said in room.talk.lines
    ]


def _guide(room: Room, seat: int) -> dict[str, Any] | None:
    """What the guide of a guided first game says to the seat that it leads."""
    told = room.guided(seat)
    return asdict(told) if told is not None else None


def scene(board: Scene) -> dict[str, Any]:
    """The board as a view has it, for `board.js`.  Only who is asked is told of that, as the question."""
    return board.without_question().data()


def _table(room: Room, seat: int, picture: Picture, present: set[int]) -> dict[str, Any]:
    """Who plays, and what is played; at the end the score sheet, row by row, and whether it is played again.
    battles: whether the battle of one area can be tried."""
    rules, game = room.game.rules, picture.game
    seats = [
        {
            "name": name,
            "player": held.player,
            "here": number in present,
            "open": held.is_open,
            "invited": held.is_open and held.invited is not None,
            "person": room.store.names.told(held.person) if held.player == PERSON else None,
        }
        for number, (name, held) in enumerate(zip(rules.seats, room.seats, strict=True))
    ]
    return {
        "title": rules.scenario.title,
        "when": [*picture.heading, *bidding.in_words(room)],
        "now": picture.now,
        "score": picture.score,
        "you": None if seat == SPECTATORS else rules.seats[seat],
        "seats": seats,
        "asked": None if game.ended or not room.is_settled else rules.seats[game.seat],
        "over": ending.in_words(game),
        "ending": text.score_rows(picture.board, scoring.of_sides(game), room.luck) if game.over else None,
        "rematch": rematch.told(room, seat),
        "options": list(rules.options),
        "dice_known": room.setup.dice_known,
        "proof": room.proof,
        "die": asdict(rules.die),
        "advisers": room.advisers,
        "battles": rules.speech().lone_battle is not None,
        "show": asdict(room.show) if room.show is not None else None,
    }


def _question(room: Room, seat: int, words: str, view: Any, bearings: dict[str, Any]) -> dict[str, Any]:
    """What the person of the seat is asked, in words, with what is drawn around the unit in question, and what he has
    ordered so far."""
    game, session = room.game, room.session
    orders = session.orders
    ahead = by_name.units_ahead(game, orders)
    units = view.units_by_number
    return {
        "number": room.seats[seat].changes,
        "words": words,
        "subject": choosing.subject(game, view),
        "bearings": bearings,
        "choices": [asdict(choice) for choice in choosing.choices(game, view, alone=True)],
        "ahead": [{"id": unit.id, "name": unit.name} for unit in ahead],
        "same": _same(game, orders, ahead),
        "example": choosing.example(game) if len(ahead) > 1 else "",
        "orders": [
            {"id": units[number].id, "name": units[number].name, "words": orders.words[number]}
            for number in orders.words
        ],
        "standing": [order.in_words(game) for order in session.standing],
        "notes": room.notes.get(seat, []),
        "commit": room.to_commit,
        "undo": session.can_undo,
    }


def _same(game: Game, orders: by_name.Orders, ahead: list[Any]) -> str:
    """The offer to answer for the other units of a place as for the last one; "" where there is none."""
    meant = by_name.the_same(game, orders, ahead)
    return f"{meant[0].words}: the same for the other {len(meant[0].units)} in {meant[1]}" if meant is not None else ""


def lines(room: Room, seat: int, heard: int) -> list[dict[str, Any]]:
    """The lines of the log of a seat after so many that it has, numbered from 1."""
    audience = room.audiences[_seen_by(room, seat)]
    new = audience.log[heard:]
    sides = sides_of(audience.shown) if new else {}
    return [_line(number, event, sides) for number, event in enumerate(new, heard + 1)]


def _line(number: int, event: EventInWords, sides: dict[str, str]) -> dict[str, Any]:
    """An event as a line.  together: what several units do that are told of in one line, "" where it stands alone."""
    kind, subjects, dice, words = event
    side = sides.get(subjects[0], "") if subjects and words.startswith(subjects[0]) else ""
    together = plural(told_together(event))
    line = {"n": number, "kind": kind, "side": side, "words": words, "dice": list(dice), "about": list(subjects)}
    return line | {"together": together.strip()}
