"""The toy game: the folders below have the same layers as Hora H itself."""
