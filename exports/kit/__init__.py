"""What every game's sheets are made of: pages, blocks, shapes, words and files."""
