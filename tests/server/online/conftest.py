"""What people do to each other is tried on both databases."""

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try a test on a file and on PostgreSQL, unless it looks into the file itself."""
    looks = "database" in metafunc.definition._fixtureinfo.argnames
    is_shared = "postgres_address" in metafunc.fixturenames  # whoever asks for it has it alone
    if "address" in metafunc.fixturenames and not looks and not is_shared:
        metafunc.parametrize("address", ["sqlite", "postgres"], indirect=True)
