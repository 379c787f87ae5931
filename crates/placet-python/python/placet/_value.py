"""What all values have in common: they are immutable, and compared by their fields."""

_set = object.__setattr__


class Value:
    """An immutable value: compared, hashed and pickled by its fields."""

    # Fields whose names begin with an underscore hold text for ``str`` and ``to_dict``.
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"only placet creates a {cls.__name__}")

    @classmethod
    def _make(cls, *fields):
        self = object.__new__(cls)
        for name, field in zip(cls.__slots__, fields, strict=True):
            _set(self, name, field)
        return self

    def _key(self):
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setattr__(self, name, value):
        raise AttributeError(f"a {type(self).__name__} is immutable")

    def __delattr__(self, name):
        raise AttributeError(f"a {type(self).__name__} is immutable")

    def __eq__(self, other):
        return self._key() == other._key() if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash((type(self), self._key()))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _restore, (type(self), *(getattr(self, name) for name in self.__slots__))

    def __repr__(self):
        shown = str(self) if type(self).__str__ is not object.__str__ else ""
        if not shown:
            names = [name for name in self.__slots__ if not name.startswith("_")][:4]
            shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"<{type(self).__name__} {shown.splitlines()[0] if shown else ''}>"


def _restore(cls, *fields):
    return cls._make(*fields)
