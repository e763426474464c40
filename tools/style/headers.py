"""Dead headers: every header of the project is included by some source."""
from house import House
from sources import Tree


def check(tree: Tree, _: House):
    included = {name for source in tree.of("src", "include", "tests", "bench", "fuzz", "drivers")
                for name in source.includes()}
    for source in tree.of("src", "include/drydock"):
        if source.name.endswith(".h") and not {source.name, source.name.removeprefix("include/")} & included:
            yield f"{source.name}: nobody includes it"
