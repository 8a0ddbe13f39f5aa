"""How long a game is besides its rules."""

from benchmarks import glue


def test_rooms_are_counted_by_line_and_rules_are_no_glue(tmp_path, capsys):
    for file, lines in {
        "aw_env/games/war_at_sea/rules/movement.py": 7,
        "aw_env/games/war_at_sea/words/battle.py": 3,
        "aw_env/games/war_at_sea/view.py": 2,
        "aw_env/war_at_sea_v0.py": 1,
        "aw_env/core/faces/game.py": glue.LONGEST + 1,
        "agents/aw_agents/war_at_sea/officer/moves.py": 5,
        "agents/aw_agents/war_at_sea/play.py": 4,
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("pass\n" * lines)
    counted = glue.rooms(tmp_path, "war_at_sea")
    assert counted == {"rules": 7, "words": 3, "view": 2, "war_at_sea_v0": 1, "agents: officer": 5, "agents": 4}
    assert sum(lines for room, lines in counted.items() if glue.is_glue(room)) == 10
    glue.main(["--other", str(tmp_path)])
    told = " ".join(capsys.readouterr().out.split())
    assert "923 lines" in told and "core/faces/game.py has 901 lines" in told and "glue" in told
