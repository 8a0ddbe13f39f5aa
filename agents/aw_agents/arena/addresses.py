"""Where matches are played, by an address."""

from collections.abc import Iterator
from contextlib import contextmanager

from aw_agents.arena.hosts import Alone, Hosts
from aw_env.core.ruleset import Ruleset


@contextmanager
def hosts_at(address: str | None, rules: Ruleset) -> Iterator[Hosts]:
    """Whoever plays at an address: a Ray cluster (`cluster.Cluster`), or, without one, this process alone."""
    if address is None:
        yield Alone(rules)
        return
    from aw_agents.arena.cluster import Cluster

    with Cluster(rules, address) as hosts:
        yield hosts
