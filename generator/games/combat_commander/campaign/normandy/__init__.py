"""E56 Normandy, St Lô: the rules NO-C1 to NO-C4."""
