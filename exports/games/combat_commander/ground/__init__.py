"""The ground of a map on paper and on screen: tints, signs and lines that need no colour to be told apart."""
