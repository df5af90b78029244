"""Rules of Thunder at Cassino as pure functions, without prompts or dice."""
