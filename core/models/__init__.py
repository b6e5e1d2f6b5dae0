"""GGUF files as files: header, names, discovery, memory fit, download."""
