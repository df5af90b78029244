"""Pages and commands of Thunder at Cassino."""
