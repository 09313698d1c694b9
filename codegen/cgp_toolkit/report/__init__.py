"""Reports: results as text for people and as JSON for programs.  Nothing is decided here."""
