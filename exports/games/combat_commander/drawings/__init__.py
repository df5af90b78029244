"""Drawings made with ReportLab's graphics and rendered to PDF and SVG alike."""
