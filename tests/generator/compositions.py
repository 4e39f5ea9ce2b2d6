"""Random task programs: whatever the declarations allow, however little sense it makes."""

from arcrep.generator import all_components
from arcrep.generator.nodes import AXES, DIRECTIONS, FITS
from arcrep.generator.signatures import REQUIRED, ValueType

_WORDS = {
    ValueType.DIRECTION: list(DIRECTIONS),
    ValueType.DIRECTIONS: list(DIRECTIONS),
    ValueType.AXIS: list(AXES),
}
_PLAIN = {
    ValueType.COLOR: lambda rng: rng.randrange(10),
    ValueType.COLORS: None,
    ValueType.NUMBER: lambda rng: rng.choice([0, 1, 2, 3, 5, -1, 0.5]),
    ValueType.TRUTH: lambda rng: rng.random() < 0.5,
    ValueType.INTEGER: lambda rng: rng.choice([0, 1, 2, 3, 5, 30]),
    ValueType.FLAG: lambda rng: rng.random() < 0.5,
}
_BACKGROUNDS = (0, 0, 0, 3, "mode", "border", None)


def random_spec(rng):
    """Return the JSON value of a program that is built only by the declarations."""
    clauses = [_clause(rng) for _ in range(rng.choice([1, 1, 2, 3]))]
    parse = _call(rng, rng.choice(_of_kind("parse")), frozenset(), 0, in_parse=True)
    spec = {"version": 1, "id": "random", "parse": parse, "clauses": clauses}
    spec["background"] = rng.choice(_BACKGROUNDS)
    return spec


def random_node(rng, wanted):
    """Return the JSON value of a node that gives a type, for use outside of any `it`."""
    return _node(rng, wanted, frozenset(), 0)


def _of_kind(*kinds):
    found = [c for c in all_components().values() if c.kind in kinds]
    return sorted(found, key=lambda component: component.name)


def _clause(rng):
    action = rng.choice(_of_kind("action"))
    clause = {"act": _call(rng, action, frozenset(), 0)}
    if action.selection:
        clause["select"] = _node(rng, action.selection, frozenset(), 0)
    if rng.random() < 0.2:
        clause["when"] = _node(rng, ValueType.TRUTH, frozenset(), 1)
    if rng.random() < 0.3:
        clause["if_none"] = "keep"
    if rng.random() < 0.3:
        clause["reads"] = "result"
    return clause


def _call(rng, component, scope, depth, in_parse=False):
    arguments = {}
    for name, parameter in component.parameters.items():
        inner = scope | {"it", "subject"} if parameter.each else scope
        needed = parameter.default is REQUIRED or _means_nothing(parameter.default, inner, in_parse)
        if needed or rng.random() < 0.4:
            arguments[name] = _argument(rng, parameter, inner, depth, in_parse)
    return {"op": component.name, **arguments}


def _argument(rng, parameter, scope, depth, in_parse):
    if parameter.type == ValueType.CHOICE:
        return rng.choice(parameter.choices)
    if parameter.type in (ValueType.INTEGER, ValueType.FLAG):
        return _PLAIN[parameter.type](rng)
    return _node(rng, parameter.type, scope, depth + 1, in_parse)


def _node(rng, wanted, scope, depth, in_parse=False):
    if rng.random() < 0.05 and depth < 4:
        return {
            "op": "if",
            "when": _node(rng, ValueType.TRUTH, scope, depth + 1, in_parse),
            "then": _node(rng, wanted, scope, depth + 1, in_parse),
            "else": _node(rng, wanted, scope, depth + 1, in_parse),
        }
    leaves = _leaves(rng, wanted, scope, in_parse)
    gives = {wanted} | {a for a, b in FITS if b == wanted}
    calls = [
        component
        for component in _of_kind("parse", "selector", "relation", "expression")
        if component.returns in gives
    ]
    if leaves and (not calls or rng.random() < 0.3 or depth > 4):
        return rng.choice(leaves)
    return _call(rng, rng.choice(calls), scope, depth, in_parse)


def _means_nothing(default, scope, in_parse):
    """Whether a default node stands for an object that is not there."""
    return (default in ("it", "subject") and "it" not in scope) or (default == "all" and in_parse)


def _leaves(rng, wanted, scope, in_parse):
    leaves = list(_WORDS.get(wanted, []))
    if _PLAIN.get(wanted):
        leaves.append(_PLAIN[wanted](rng))
    if wanted == ValueType.GROUP:
        leaves += [] if in_parse else ["all"]
    if wanted in (ValueType.OBJECT, ValueType.OBJECTS, ValueType.REGION):
        leaves += sorted(scope)
        leaves += [] if in_parse else ["all"]
    if wanted == ValueType.COLORS:
        leaves.append(rng.randrange(10))
    return leaves
