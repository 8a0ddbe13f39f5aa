"""Checkpoints of agents: archives with other members, shapes, numbers, descriptions and bytes."""

import io
import json
import pickle
import zipfile
from functools import cache
from random import Random

import numpy as np

from aw_agents.admirals_war.scope import scope_of
from aw_agents.learned import checkpoint
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.learned.player import WEIGHTS, LearnedPlayer
from aw_env.core.faces.game import Game
from aw_env.games.admirals_war import game as games
from tests.fuzz.configs import folder
from tests.fuzz.outcome import ACCEPTED, REFUSED
from tests.fuzz.values import altered, json_text


class Bomb:
    """A pickle that would be noticed."""

    def __reduce__(self):
        return (RuntimeError, ("a pickle was opened",))


@cache
def agent():
    """The arrays and the description of a small agent, and a game that it can play."""
    rules = games.ruleset("engagement")
    scope, draws = scope_of(rules), np.random.default_rng(0)
    inputs, outputs = len(scope.columns), len(scope.actions)
    shapes = [(inputs, 8), (8,), (8, 6), (6,), (outputs, 6), (outputs,)]
    arrays = {
        f"policy/{name}": draws.normal(size=shape).astype(np.float32)
        for name, shape in zip(WEIGHTS, shapes, strict=True)
    }
    description = {
        "format": checkpoint.FORMAT, "kind": checkpoint.KIND, "name": "small", "scenario": "engagement",
        "layout": "summary", "columns": list(scope.column_names), "actions": list(scope.action_names), "steps": 1,
    }  # fmt: skip
    return arrays, description, Game(rules, 1)


def npy(array, header=None):
    """An array as a member of an archive, with another header if one is given."""
    stream = io.BytesIO()
    if header is None:
        np.lib.format.write_array(stream, array)
        return stream.getvalue()
    text = (header + " " * 60).encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + array.tobytes()


def spoiled_array(array, draws):
    """The bytes of a member that is not what it should be."""
    how = draws.randrange(9)
    if how == 0:
        return npy(array.astype(draws.choice([np.float64, np.int64, np.uint8, np.complex64, np.bool_, "S4", "<U2"])))
    if how == 1:
        return npy(array.reshape(-1)[: draws.randrange(array.size)])
    if how == 2:
        array = array.copy()
        array.reshape(-1)[draws.randrange(array.size)] = draws.choice([np.nan, np.inf, -np.inf])
        return npy(array)
    if how == 3:
        shape = draws.choice(["(2**40,)", "(-1,)", "(1, -5)", "(99999999999, 9999999)", "()", "(0,)", "'x'", "[" * 500])
        return npy(array, f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}")
    if how == 4:
        descr = draws.choice(["'|O'", "'<f8'", "[('a', '<f4')]", "'|V99999999'", "'>f4'", "3", "'<M8[s]'"])
        return npy(array, f"{{'descr': {descr}, 'fortran_order': False, 'shape': {array.shape}, }}")
    if how == 5:
        return pickle.dumps(Bomb())
    if how == 6:
        whole = bytearray(npy(array))
        whole[draws.randrange(len(whole))] ^= 1 << draws.randrange(8)
        return bytes(whole)
    if how == 7:
        return draws.randbytes(draws.randrange(200))
    return npy(array, "{'descr': '<f4', 'fortran_order': True, 'shape': " + str(array.shape) + ", }")


def spoiled_archive(draws):
    """The bytes of a checkpoint that has been tampered with."""
    arrays, description, _ = agent()
    members = {f"{name}.npy": npy(array) for name, array in arrays.items()}
    text = json.dumps(description)
    if draws.random() < 0.35:
        short = description | {"columns": description["columns"][:5], "actions": description["actions"][:5]}
        tree = altered(short, draws)
        for key in ("columns", "actions"):
            if isinstance(tree, dict) and tree.get(key) == short[key]:
                tree[key] = description[key]
        text = json_text(tree, draws)
    members["description.npy"] = npy(np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8))
    for _ in range(draws.randint(0, 2)):
        name = draws.choice(list(arrays))
        members[f"{name}.npy"] = spoiled_array(arrays[name], draws)
    if draws.random() < 0.2:
        members.pop(draws.choice(list(members)))
    if draws.random() < 0.2:
        extra = draws.choice(["../x.npy", "policy/other.npy", "x", "policy/first.npy.npy", "random/torch.npy"])
        members[extra] = npy(np.zeros(3))
    stream = io.BytesIO()
    packed = zipfile.ZIP_DEFLATED if draws.random() < 0.1 else zipfile.ZIP_STORED
    with zipfile.ZipFile(stream, "w", packed) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    data = bytearray(stream.getvalue())
    how = draws.randrange(10)
    if how == 0:
        for _ in range(draws.randint(1, 6)):
            data[draws.randrange(len(data))] ^= 1 << draws.randrange(8)
    elif how == 1:
        del data[draws.randrange(len(data)) :]
    elif how == 2:  # in the directory at the end, where sizes and offsets are
        for _ in range(draws.randint(1, 4)):
            data[len(data) - 1 - draws.randrange(min(800, len(data)))] = draws.randrange(256)
    return bytes(data)


def attack(number):
    """Load a checkpoint, and let it answer if it is accepted."""
    draws = Random(f"archive {number}")
    file = folder() / f"{number}.npz"
    file.write_bytes(spoiled_archive(draws))
    try:
        player = LearnedPlayer.load(file)
    except CheckpointError:
        return REFUSED
    finally:
        file.unlink()
    game = agent()[2]
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    assert game.action_mask[player.act(None, seen, {})] == 1
    return ACCEPTED
