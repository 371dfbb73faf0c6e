"""What several commands share. It lies apart because every module of `checker.commands` itself is a command."""
