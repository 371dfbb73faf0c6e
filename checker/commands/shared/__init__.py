"""What several commands share. It lies apart because each module beside this package is a command."""
