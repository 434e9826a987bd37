"""How much a record may hold. What is read is compared with these limits before anything is done with it."""

from fieldstone.records.schema import schema

LARGEST = 4 * 1024 * 1024  # bytes of a file
DEEPEST = 32  # nested brackets
MOST_VALUES = 300_000  # texts, numbers, lists and objects
LONGEST_NUMBER = 40  # characters
MOST_NODES: int = schema()["properties"]["moves"]["maxItems"]
# Looking for a third appearance (V9) means going through the whole line; so many moves of that in one record.
MOST_REPEATED = 500_000
