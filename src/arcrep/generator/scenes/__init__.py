"""What the layouts share: masks, colours, and the sides and places of a scene."""
