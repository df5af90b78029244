"""Service layer: plain functions that pages, API and commands call; no Flask.

Each function takes a :class:`~web.service.context.Context` first. Results are filtered for a seat by a view;
user errors are a :class:`~schemas.errors.HorahError` with a message.
"""
