"""Machines by name: families of protocols, their bounds, the telling of their runs, and the systems they model."""
