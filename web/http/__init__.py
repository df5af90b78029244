"""HTTP concerns of every request: context, CSRF, headers, limits, problems, downloads."""
