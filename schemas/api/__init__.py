"""Marshmallow schemas of API requests and responses; the OpenAPI document is generated from them."""
