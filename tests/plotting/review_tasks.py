"""A small generated-looking task set with hostile texts, for the tests of its page."""

from arcrep.arc import Example, Task, TaskSet, as_grid

SCRIPT = "</script><script>window.hacked = 1</script>"
IMAGE = "<img src=x onerror='window.hacked = 2'>"
SENTENCE = f"Paint {IMAGE} \u2028 & \u00e9."


def pair(size, color):
    return Example(as_grid([[0, color] * size] * size), as_grid([[color, 0] * size] * size))


def task(number, concept, action):
    support = tuple(pair(1 + index, 1 + index) for index in range(6))
    tests = (*(pair(2, 1 + index % 8) for index in range(9)), Example(as_grid([[7, 8, 9]])))
    metadata = {
        **{"concept": concept, "action": action, "selector": "all"},
        **{"program": {"version": 1, "note": SCRIPT, "action": action}},
        "sentence": SENTENCE,
    }
    if number % 2:
        metadata["layout"] = "scatter"
    return Task(f"t{number} {SCRIPT}"[:60], support, tests, metadata, ((2, 1, 0), (3, 4, 5)))


def task_set(n=6):
    """Tasks t0, t1, ...: three concepts in turn, two actions, a layout for every other one."""
    names = ("Copy", "Count", IMAGE)
    return TaskSet(
        "hostile", tuple(task(n, names[n % 3], ("paint", "</style>")[n % 2]) for n in range(n))
    )
