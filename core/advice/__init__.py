"""What the pages say. What every part needs lies here; each part has a folder of its own."""
