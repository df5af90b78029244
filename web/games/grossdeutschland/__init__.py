"""Pages, API and commands of Grossdeutschland Panzer."""
