"""The report of `aw-env check`, in tables."""

from itertools import chain, groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aw_env.cli.aligned import aligned, widths
from aw_env.cli.optional_rules import table
from aw_env.core.config.report import Report

CODES = {
    "R": "the rulebook",
    "Ri": "inferred from the rulebook",
    "V": "Victory in the Pacific, from a source",
    "Vr": "Victory in the Pacific, as known",
    "W": "War at Sea, or reports of its games",
    "D": "derived from published scores",
    "P": "a public page",
    "E": "estimate",
}
"""What the codes of provenance stand for."""


def show(report: Report, console: Console, estimates: bool = True) -> None:
    """Print what a check has found; `estimates` lists every estimate with its reasoning."""
    console.print(Text(f"{report.folder}", "bold"))
    for problem in report.problems:
        place = f"{problem.file} {problem.where}".rstrip()
        console.print(Text(f"  wrong: {place}: {problem.what}", "bold red"))
    if report.counts:
        console.print(Text("  " + ", ".join(f"{count} {what}" for what, count in report.counts.items())))
    broken = [result for result in report.constraints if not result.holds]
    for result in broken:
        style = "yellow" if result.soft else "bold red"
        tests = f" ({'; '.join(result.failing)})" if result.failing else ""
        kept = "is not quite kept" if result.soft else "is broken"
        console.print(Text(f"  {result.id} {kept}, §{result.rule}: {result.text}{tests}", style))
    if report.constraints:
        held = len(report.constraints) - len(broken)
        console.print(f"  {held} of {len(report.constraints)} things that the rulebook says of the data hold")
    if report.provenance:
        console.print(_provenance(report))
    if report.options:
        console.print(table(report.options, "Optional rules"))
    if report.estimates:
        _show_estimates(report, console, estimates)
    verdict = ("Sound.", "bold green") if report.sound else ("Not sound.", "bold red")
    console.print(Text(*verdict))


def _provenance(report: Report) -> Table:
    table = Table("Values from", *report.provenance, box=None, pad_edge=False, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    codes = [code for code in CODES if any(code in found for found in report.provenance.values())]
    codes += sorted({code for found in report.provenance.values() for code in found} - set(CODES))
    for code in codes:
        counted = [f"{found.get(code, 0) or ''}" for found in report.provenance.values()]
        table.add_row(f"{code}: {CODES.get(code, code)}", *counted)
    return table


def _show_estimates(report: Report, console: Console, every: bool) -> None:
    if not every:
        words = f"{len(report.estimates)} values are estimates; `aw-env check` without --brief lists them."
        console.print(Text(words, "yellow"))
        return
    heading = ("Where", "Value", "Sure", "Reasoning")
    rows = {
        file: [(one.where, one.value, one.confidence, one.reasoning) for one in found]
        for file, found in groupby(report.estimates, key=lambda one: one.file)
    }
    most = (console.width // 3, console.width // 5, len("Sure"))
    columns = widths([heading, *chain(*rows.values())], most, console.width)
    console.out(*aligned([heading], columns), style="dim", highlight=False)
    for file, of_file in rows.items():
        console.out(file, style="bold", highlight=False)
        console.out("\n".join(aligned(of_file, columns)), highlight=False)
