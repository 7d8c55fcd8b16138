"""Tests that fail today, each with what is wrong. A line goes when its test passes."""

KNOWN = {}
