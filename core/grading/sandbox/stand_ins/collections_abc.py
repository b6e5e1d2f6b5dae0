"""Kinds of containers, as what `isinstance` takes for a second argument."""

Iterable = (list, tuple, set, frozenset, dict, str, bytes, range)
Collection = (list, tuple, set, frozenset, dict, str, bytes, range)
Container = (list, tuple, set, frozenset, dict, str, bytes, range)
Sized = (list, tuple, set, frozenset, dict, str, bytes, range)
Reversible = (list, tuple, dict, str, bytes, range)
Sequence = (list, tuple, str, bytes, range)
MutableSequence = list
Mapping = dict
MutableMapping = dict
Set = (set, frozenset)
MutableSet = set
Hashable = (int, float, str, bytes, tuple, frozenset, bool)
Callable = None
Iterator = None
Generator = None
