"""What the API takes and gives, as marshmallow schemas; the OpenAPI document is derived from these."""
