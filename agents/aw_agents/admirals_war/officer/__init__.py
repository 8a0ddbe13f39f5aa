"""The staff officer: a player that reasons from rules of thumb, compiled with the rules of the game.

`appraisal` judges sea areas, `odds` the dice, `orders` moves units before combat and home after it, `tactics`
fights.  Everything is a pure function of the book and the game, and reads only what its seat may see: neither
the dice to come nor the other side's secret choice of action (§7.22).
"""
