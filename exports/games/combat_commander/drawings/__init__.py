"""Drawings made once with ReportLab's graphics and rendered to PDF and SVG alike."""
