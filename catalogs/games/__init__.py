"""What each game's rulebooks print, one folder a game: model, building, references and checks of its own."""
