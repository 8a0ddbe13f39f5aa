"""How strong the shipped players are, scenario by scenario: the games between them, which come with the package.

    aw-env standings                                 # the tables
    python -m aw_agents.standings --games 200        # play what is missing of so many games a pair, and keep it

Levels of opponents are these ratings (`kept.measured`).
"""
