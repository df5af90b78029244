"""What the service does, as plain functions over a repository: pages, API and commands only call these.

Each function takes a :class:`~web.service.context.Context` first. What a person may see leaves only through a
view for a seat; what a person did wrong is a :class:`~schemas.errors.HorahError` with a sentence.
"""
