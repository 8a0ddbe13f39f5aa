"""Cards, abilities, battle zones, fleets and scenarios: files, and the records that are packed from them."""
