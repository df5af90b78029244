"""How a battle of this game is kept in a file."""

from __future__ import annotations

from pathlib import Path

from web.play_file import PlayFile

BATTLE = PlayFile(
    kind="schwerpunkt",
    procedure="schwerpunkt/1",
    format="hora-h/schwerpunkt-file/1",
    usual=Path("schwerpunkt.battle.json"),
    refusal="BATTLE_FILE",
)
