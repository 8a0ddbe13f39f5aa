"""Dice that come from the record: a seed replays a game, and a script of dice can be laid in front.

The generator is xoshiro128** in masked integer arithmetic, so that compiled and interpreted games roll the
same dice.  A record that rolls dice has the fields `core.declare.fields.dice`.
"""

from aw_env.core.engine.compiling import rule

WORD = 0xFFFFFFFF
TALLIES = 4096
"""Numbers in which it is counted how often each thing has been decided: a power of two."""


@rule
def rotate_left(word, count):
    """A 32-bit word rotated left."""
    return ((word << count) | (word >> (32 - count))) & WORD


@rule
def mixed(word):
    """A 32-bit word well mixed (the finalizer of MurmurHash3)."""
    word ^= word >> 16
    word = (word * 0x85EBCA6B) & WORD
    word ^= word >> 13
    word = (word * 0xC2B2AE35) & WORD
    return word ^ (word >> 16)


@rule
def seed_generator(generator, seed):
    """Fill the four words of a generator from a seed (any int64)."""
    low, high = int(seed) & WORD, (int(seed) >> 32) & WORD
    word = mixed(low ^ 0x9E3779B9) ^ mixed((high + 0x7F4A7C15) & WORD)
    for k in range(4):
        word = (word + 0x9E3779B9) & WORD
        generator[k] = mixed(word)
    if generator[0] == 0 and generator[1] == 0 and generator[2] == 0 and generator[3] == 0:
        generator[0] = 1


@rule
def key_dice(game, seed, tallies):
    """Dice to come that follow from a seed and from what is being decided: the turn and the phase, which decision of
    what by which seat, and for which time.  Two games with one seed throw the same dice wherever they do not differ.

    tallies: int32 `(TALLIES,)`, 0 at the beginning of a game.  Where two decisions share a tally one may be taken for a
    later time of itself, and no dice are thrown twice.
    """
    word = mixed((int(seed) & WORD) ^ 0x51ED270B) ^ mixed(((int(seed) >> 32) + 0x2545F491) & WORD)
    word = mixed(word ^ mixed((int(game.turn) * 256 + int(game.phase)) & WORD))
    word = mixed(word ^ mixed((int(game.decision) * 65536 + int(game.subject) * 16 + int(game.seat)) & WORD))
    tallies[word & (TALLIES - 1)] += 1
    times = int(tallies[word & (TALLIES - 1)])
    seed_generator(game.generator, (word << 31) ^ mixed((word + times * 0x9E3779B9) & WORD))


@rule
def next_word(generator):
    """The next 32 random bits; the generator moves on."""
    a, b, c, d = int(generator[0]), int(generator[1]), int(generator[2]), int(generator[3])
    word = (rotate_left((b * 5) & WORD, 7) * 9) & WORD
    t = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotate_left(d, 11)
    generator[0] = a
    generator[1] = b
    generator[2] = c
    generator[3] = d
    return word


@rule
def below(generator, count):
    """A random whole number from 0 to count - 1."""
    return (next_word(generator) * int(count)) >> 32


@rule
def roll(game, faces):
    """One die of so many faces: the next of the script, or else of the generator."""
    if game.scripted_used < game.scripted:
        die = int(game.script[game.scripted_used])
        game.scripted_used += 1
        return die
    game.dice_rolled += 1
    return 1 + below(game.generator, faces)
