"""Special rules of Stalingrad, Normandy and night fights."""
