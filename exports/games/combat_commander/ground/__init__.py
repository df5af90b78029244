"""The ground of a map on paper and screen: tints, signs and lines that are distinct without colour."""
