"""Notifications: who wants them, what they say, and how they are sent."""
