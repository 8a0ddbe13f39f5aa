"""Marks that the test-suite uses."""


def pytest_configure(config):
    """`rule` cites the numbered rules that a test is about."""
    config.addinivalue_line("markers", "rule(number, ...): the rules of the rulebook that a test is written from")
    config.addinivalue_line("markers", "slow: takes more than a few seconds; run in a stage of its own")
