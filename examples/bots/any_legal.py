"""A bot in Python without aw_env: any legal action, drawn by lot.

aw-env play --opponent "exec:python any_legal.py"
"""

import json
import sys

luck: dict[int, int] = {}  # by game, the state of its own dice


def draw(game: int, choices: int) -> int:
    """A number below `choices`, the same from the same seed in any language."""
    luck[game] = (luck[game] * 1103515245 + 12345) % 2**31
    return luck[game] // 256 % choices


def say(message: dict) -> None:
    """A line to the table, at once."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            say({"type": "hello", "protocol": 1, "name": "any legal", "version": "1.0", "batch": 64})
        case "new game":
            luck[message["game"]] = message["seed"] % 2**31
        case "decide":
            actions = []
            for asked in message["decisions"]:
                action = asked["legal"][draw(asked["game"], len(asked["legal"]))]
                actions.append({"game": asked["game"], "number": asked["number"], "action": action})
            say({"type": "action", "actions": actions})
        case "game over":
            del luck[message["game"]]
        case "quit":
            break
