"""What Kafka computes and no protocol is: partitioners, assignors, placement, elections from a list."""
