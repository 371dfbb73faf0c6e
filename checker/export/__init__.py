r"""A machine as a module of TLA+, made of its symbolic form: terms, how they are read and simplified, and their text.

    clients[me] at a symbolic index     IF me = 0 THEN clients[0] ELSE …   becomes   clients[me]
    all_of(… for client in clients)     P(clients[0]) /\ P(clients[1])     becomes   \A c \in Client : P(clients[c])

An expression of the graph says everything place by place. `lowering` writes it as a term, place by place too, and the
other modules find what it was: whatever they do not find stays as it is, which is longer and means the same.
"""
