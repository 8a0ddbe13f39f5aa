"""How long the web table takes from a click to the next question painted, in Chromium, and where the time goes.

python -m tests.web_clicks --scenario midway campaign --clicks 200
"""

import argparse
import random
import shutil
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.web_load import Server

PATIENCE = 240_000
"""Milliseconds until a page must have answered: the server may be compiling, on a busy machine."""
STAMPS = """
(() => {
  const clicks = window.clicks = [];
  addEventListener("click", ({ target, timeStamp }) => {
    if (target.closest("#choices, #commit")) clicks.push({ clicked: timeStamp });
  }, true);
  const told = (event) => {
    const { type, parts } = JSON.parse(event.data), click = clicks.at(-1);
    return type === "told" && click && !click.heard && (parts.question || parts.table?.over) ? click : null;
  };
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      let click = null;
      this.addEventListener("message", (event) => {
        click = told(event);
        if (click) click.heard = performance.now();
      });
      this.addEventListener("open", () => queueMicrotask(() => this.addEventListener("message", () => {
        if (!click) return;
        const painting = click;
        painting.drawn = performance.now();
        requestAnimationFrame(() => {
          const after = new MessageChannel();
          after.port1.onmessage = () => (painting.painted = performance.now());
          after.port2.postMessage(null);
        });
      })));
    }
  };
})();
"""
"""Notes of each click when it was made, when the next question was heard of, when the page had written it, and when the
browser had painted it."""
PARTS = {
    "from the click to the next question painted": ("clicked", "painted"),
    "until it is heard of (server, players of the computer)": ("clicked", "heard"),
    "the page's own work": ("heard", "drawn"),
    "the browser's, to the end of the frame": ("drawn", "painted"),
}
LONGEST = 120_000
"""Milliseconds for what must come: the server may have to compile the rules."""
ANSWERABLE = "table.now.table?.over || (table.now.question && !window.clicks.some((click) => !click.painted))"


def begun(page: Page, server: Server, scenario: str, seed: int) -> None:
    """A new game of a person as the Allies, at its first question."""
    players = {"allies": "person", "axis": "scripted"}
    game = server.ask("/api/games", {"setup": {"scenario": scenario, "seed": seed}, "players": players})
    page.goto(f"http://127.0.0.1:{server.port}/game/{game['id']}#allies={game['tokens']['allies']}")
    page.wait_for_function("window.table?.now.question", timeout=LONGEST)


def clicked(page: Page, server: Server, scenario: str, clicks: int, seed: int) -> list[dict[str, float]]:
    """Click so many answers at random, through as many games as they take; the stamps of each."""
    chooser, stamps = random.Random(seed), []
    while len(stamps) < clicks:
        begun(page, server, scenario, seed + len(stamps))
        over = False
        while not over and len(stamps) + page.evaluate("window.clicks.length") < clicks:
            buttons = page.locator("#commit:not([hidden]) button, #choices button")
            buttons.nth(chooser.randrange(buttons.count())).click()
            page.wait_for_function(ANSWERABLE, timeout=LONGEST)
            over = page.evaluate("Boolean(table.now.table.over)")
        stamps += page.evaluate("window.clicks.filter((click) => click.painted)")
    return stamps


def table_of(scenario: str, stamps: list[dict[str, float]]) -> Table:
    """Medians and the longest, part by part."""
    table = Table("milliseconds", "median", "95 % within", "longest", title=f"{scenario}, {len(stamps)} clicks")
    for name, (first, last) in PARTS.items():
        took = np.array([click[last] - click[first] for click in stamps])
        table.add_row(name, *(f"{value:.0f}" for value in (*np.percentile(took, (50, 95)), took.max())))
    return table


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", nargs="+", default=["midway", "campaign"])
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        server = Server(Path(folder) / "games.sqlite3")
        try:
            browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for scenario in given.scenario:
                page = browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True)
                page.set_default_timeout(PATIENCE)
                page.add_init_script(STAMPS)
                stamps = clicked(page, server, scenario, given.clicks, given.seed)
                Console().print(table_of(scenario, stamps))
                page.close()
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
