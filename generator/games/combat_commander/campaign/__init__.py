"""Campaigns: what they share, and one group of modules per campaign."""
