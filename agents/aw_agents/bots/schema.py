"""Writes the JSON schema of the protocol: `python -m aw_agents.bots.schema`."""

import json
from pathlib import Path

from aw_agents.bots.messages import PROTOCOL, SAID, TOLD

FILE = Path(__file__).parent / "protocol.schema.json"


def schema() -> str:
    """The schema of both directions, as the file has it."""
    both = {"told": TOLD.json_schema(mode="serialization"), "said": SAID.json_schema()}
    title = f"aw_env protocol for bots, version {PROTOCOL}: what a bot is told, and what it says"
    return json.dumps({"title": title, **both}, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema(), encoding="utf-8")
