"""The rules of Thunder at Cassino as plain functions of figures: nothing here asks or rolls."""
