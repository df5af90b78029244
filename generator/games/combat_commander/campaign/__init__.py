"""Campaigns: shared modules, and one folder per campaign."""
