"""Games between people: numbered events, seats with secrets, clocks, and who is here."""
