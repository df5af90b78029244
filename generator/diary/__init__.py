"""Diaries of any game: how battles ended, and the figures of players and clubs."""
