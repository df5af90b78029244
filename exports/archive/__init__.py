"""An archive in words: what a battle is searched by."""
