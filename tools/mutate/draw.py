"""Draws the places of a run: from all rooms in proportion, a few from the smallest, operators mixed, none on top of another.

The same seed draws the same places from the same tree.
"""
import math
import random
from collections import defaultdict

from host import room_of
from place import Place

FLOOR = 30  # of so many mutants each room gets one at least


def shares(sizes: dict[str, int], count: int) -> dict[str, int]:
    """How many each room gives. No room gives more than it has."""
    least = max(1, count // FLOOR)
    given = {room: min(least, size) for room, size in sizes.items()}
    while sum(given.values()) > count:
        given[max(given, key=given.get)] -= 1
    total = sum(sizes.values())
    while sum(given.values()) < min(count, total):
        open_rooms = [room for room in sizes if given[room] < sizes[room]]
        # Whoever is furthest below its part.
        next_room = max(open_rooms, key=lambda room: (sizes[room] / total * count - given[room], room))
        given[next_room] += 1
    return given


def draw(places: list[Place], seed: int, count: int) -> list[Place]:
    """In the order of the draw, rooms mixed: a run that is cut short has judged a fair part."""
    by_room: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        by_room[room_of(place.file)].append(place)
    # A room's draw does not depend on other rooms.
    drawn = []
    for room, most in sorted(shares({room: len(each) for room, each in by_room.items()}, count).items()):
        drawn += draw_room(by_room[room], random.Random(f"{seed} {room}"), most)
    random.Random(seed).shuffle(drawn)
    return drawn


def draw_room(places: list[Place], chance: random.Random, count: int) -> list[Place]:
    """Operators by the root of their number, so that the rare ones come up as well."""
    by_operator: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        by_operator[place.operator].append(place)
    for each in by_operator.values():
        chance.shuffle(each)
    names = sorted(by_operator)
    weights = [math.sqrt(len(by_operator[name])) for name in names]
    drawn: list[Place] = []
    taken: dict[str, list[Place]] = defaultdict(list)
    while len(drawn) < count and any(by_operator.values()):
        pile = by_operator[chance.choices(names, weights)[0]]
        if not pile:
            continue
        place = pile.pop()
        if not any(place.overlaps(other) for other in taken[place.file]):
            taken[place.file].append(place)
            drawn.append(place)
    return drawn
