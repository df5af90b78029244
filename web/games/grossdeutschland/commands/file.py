"""How a battle of this game is kept in a file."""

from __future__ import annotations

from pathlib import Path

from web.play_file import PlayFile

BATTLE = PlayFile(
    kind="grossdeutschland",
    procedure="grossdeutschland/1",
    format="hora-h/grossdeutschland-file/1",
    usual=Path("grossdeutschland.battle.json"),
    refusal="GD_BAD_FILE",
)
