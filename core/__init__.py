"""Surefit's domain: everything the pages show, usable without a browser."""
