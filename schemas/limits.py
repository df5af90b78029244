"""Limits on the size of what people send and store, in one place; every name carries its unit."""

from __future__ import annotations

KIBIBYTE = 1024  # bytes
MEBIBYTE = 1024 * KIBIBYTE

MAX_REQUEST_BYTES = 256 * KIBIBYTE  # body of a request
MAX_DOCUMENT_BYTES = 192 * KIBIBYTE  # a document of any game as JSON; it must fit into a request
MAX_OWNER_DATA_BYTES = 192 * KIBIBYTE  # what an owner copies from the components of a game
MAX_SHARED_DOCUMENT_BYTES = MEBIBYTE  # a tournament or a diary, which grows by small requests
MAX_ARCHIVE_BYTES = 4 * MEBIBYTE  # an archive, which holds whole cards
MAX_PICTURE_BYTES = 30 * KIBIBYTE  # a photograph in a diary, after it was made small
MAX_DIARY_PICTURES = 20  # photographs in a diary, so that it stays within its size
MAX_RESULTS_ROWS = 10_000  # rows of a results file
MAX_RESULTS_FILE_LENGTH = 8_000_000  # characters of a results file, before it is read
DEFAULT_QUOTA_MEBIBYTES = 64  # everything that one client stores; the operator may set another

MAX_TITLE_LENGTH = 80  # characters of the title of a table, a tournament or a diary
MAX_PERSON_NAME_LENGTH = 40  # characters of a name at a table
MAX_TABLE_NOTE_LENGTH = 1000  # characters of the note that the players of a table share
MAX_REASON_LENGTH = 200  # characters of the reason for taking an answer back
MAX_QUERY_LENGTH = 100  # characters of a search
MAX_NOTIFICATION_ADDRESS_LENGTH = 2000  # characters of an e-mail address or a URL
MAX_PUSH_SUBSCRIPTION_LENGTH = 4000  # characters

MAX_VERSION_NOTE_LENGTH = 200  # characters
MAX_VERSIONS_WITHOUT_NOTE = 200  # versions of a document that are kept
MAX_BATTLEFIELD_LENGTH = 40_000  # characters of a battlefield in a form: three times the fullest map
MAX_BATTLEFIELD_UNDO_STEPS = 8  # earlier battlefields that a form carries
