"""Special rules of Stalingrad, Normandy and the night, each a module that a fight asks by plain functions."""
