"""Drawings as SVG: laid out here, coloured by the page, readable without any script and by a screen reader."""
