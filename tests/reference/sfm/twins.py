"""Edit sensitive parsing the slow way, string by string and symbol by symbol."""

from itertools import accumulate, chain, groupby, pairwise


def lowest_difference(a, b):
    return next(bit for bit in range(64) if (a ^ b) >> bit & 1)


def label(a, b):
    bit = lowest_difference(a, b)
    return 2 * bit + (b >> bit & 1)


def reduced(labels, choose=min):
    labels = list(labels)
    for high in (3, 4, 5):
        for i, c in enumerate(labels):
            if c == high:
                labels[i] = choose(
                    {0, 1, 2} - set(labels[max(i - 1, 0) : i] + labels[i + 1 : i + 2])
                )
    return labels


def landmark_places(labels):
    n = len(labels)
    near = [[labels[j] for j in (i - 1, i + 1) if 0 <= j < n] for i in range(n)]
    maxima = {i for i in range(n) if all(labels[i] > other for other in near[i])}
    minima = {i for i in range(n) if all(labels[i] < other for other in near[i])}
    return sorted(maxima | {i for i in minima if not {i - 1, i + 1} & maxima})


def threes(n):
    if n >= 5:
        return [3, *threes(n - 3)]
    return {0: [], 1: [1], 2: [2], 3: [3], 4: [2, 2]}[n]


def pairs(n):
    return [n] if n <= 3 else [2, *pairs(n - 2)]


def joined(blocks):
    """Rule 5, left to right."""
    done = []
    blocks = list(blocks)
    while blocks:
        block = blocks.pop(0)
        if block > 1 or not (done or blocks):
            done.append(block)
        elif done:
            total = done.pop() + 1
            done += [total] if total < 4 else [2, 2]
        else:
            total = blocks.pop(0) + 1
            done += [total] if total < 4 else [2, 2]
    return done


def pieces_cm(names):
    """(labeled?, length): runs of two or more, and what lies between them."""
    runs = [len(list(group)) for _, group in groupby(names)]
    for single, group in groupby(runs, key=lambda run: run == 1):
        lengths = list(group)
        yield from [(True, len(lengths))] if single else [(False, run) for run in lengths]


def pieces_paper(names):
    """Runs of five, then stretches of five without equal neighbors, then all the rest."""
    category = [None] * len(names)
    for start, end in _stretches(names, lambda a, b: a == b):
        if end - start >= 5:
            category[start:end] = [("run", start)] * (end - start)
    tokens = [(name, category[i]) for i, name in enumerate(names)]
    for start, end in _stretches(tokens, lambda a, b: a[0] != b[0] and not (a[1] or b[1])):
        if category[start] is None and end - start >= 5:
            category[start:end] = [("labeled", start)] * (end - start)
    for kind, group in groupby(category):
        yield bool(kind and kind[0] == "labeled"), len(list(group))


def _stretches(items, together):
    start = 0
    for i in range(1, len(items) + 1):
        if i == len(items) or not together(items[i - 1], items[i]):
            yield start, i
            start = i


def blocks(names, rounds, variant):
    """Lengths of the blocks of one level of one string."""
    pieces, plain = {"cm": (pieces_cm, threes), "paper": (pieces_paper, pairs)}[variant]
    result, start = [], 0
    for labeled, length in pieces(names):
        if labeled and length >= rounds + 2:
            labels = list(names[start : start + length])
            for _ in range(rounds):
                labels = [label(a, b) for a, b in pairwise(labels)]
            marks, n = landmark_places(reduced(labels)), len(labels)
            result += plain(rounds) if rounds else []
            if variant == "cm":
                nearest = [min(marks, key=lambda p, i=i: (abs(p - i), -p)) for i in range(n)]
                result += [nearest.count(p) for p in marks]
            else:
                cuts = sorted({0, *marks, n})
                result += [b - a for a, b in pairwise(cuts)]
        else:
            result += plain(length)
        start += length
    return joined(result)


def characteristic_vectors(strings, variant):
    """Rows as lists, and the number of names of each level."""
    letters = sorted(set("".join(strings)))
    levels = [[letters.index(c) for c in s] for s in strings]
    sizes, counts = [len(letters)], [[[s.count(i) for i in range(len(letters))] for s in levels]]
    while any(len(s) > 1 for s in levels):
        rounds = next(r for r, most in enumerate((6, 8, 16, 256, 2**64)) if sizes[-1] <= most)
        names, above = {}, []
        for s in levels:
            lengths = blocks(s, rounds, variant) if len(s) > 1 else []
            ends = list(accumulate(lengths))
            children = [tuple(s[e - n : e]) for e, n in zip(ends, lengths, strict=True)]
            above.append([names.setdefault(c, len(names)) for c in children])
        levels = above
        sizes.append(len(names))
        counts.append([[s.count(i) for i in range(len(names))] for s in levels])
    return [[*chain(*(level[i] for level in counts))] for i in range(len(strings))], sizes


def released_blocks(names):
    """Blocks as the authors' program cuts them, by the scan that it makes."""
    n, result, start, equal_run, different = len(names), [], 0, 1, 0

    def plain(part):
        ends = list(accumulate(pairs(len(part))))
        return [part[e - k : e] for e, k in zip(ends, pairs(len(part)), strict=True)]

    for j in range(1, n - 1):
        if names[j] == names[j - 1]:
            if different >= 3:
                cut = released_labeled if different >= 5 else plain
                result += cut(names[start : j - 1])
                start = j - 1
            equal_run, different = equal_run + 1, 0
        else:
            if equal_run >= 2:
                result += plain(names[start:j])
                start = j
            equal_run, different = 1, different + 1
    if different < 5:
        return result + plain(names[start:])
    if names[-1] != names[-2]:
        return result + released_labeled(names[start:])
    return result + released_labeled(names[start:-2]) + plain(names[-2:])


def released_labeled(part):
    labels = [0, *part[1:]]
    while True:
        steps = pairwise(labels)
        labels = [0, *(label(a, b) if a != b else 64 for a, b in steps)]
        if max(labels) < 6:
            break
    labels, result, i = reduced(labels, max), [], 0
    while i < len(part):
        a, b, c = [*labels[i : i + 3], 0, 0][:3]
        left = len(part) - i
        size = 3 if left == 3 or (left > 4 and (a < b > c or a > b < c)) else 2
        result.append(part[i : i + size])
        i += size
    return result


def released_vectors(strings):
    """Rows as lists; columns are letters, then nodes by their numbers."""
    letters = sorted({ord(c) for s in strings for c in s})
    levels, rules, seen = [[ord(c) for c in s] for s in strings], {}, [[] for _ in strings]
    for s, level in zip(seen, levels, strict=True):
        s += [letters.index(c) for c in level]

    def node(pair, owner):
        name = rules.setdefault(pair, letters[-1] + 1 + len(rules))
        owner.append(len(letters) + name - letters[-1] - 1)
        return name

    while any(len(s) > 1 for s in levels):
        for k, s in enumerate(levels):
            levels[k] = []
            for block in released_blocks(s) if len(s) > 1 else []:
                name = node((block[-2], block[-1]), seen[k])
                levels[k].append(node((block[0], name), seen[k]) if len(block) == 3 else name)
    return [[s.count(c) for c in range(len(letters) + len(rules))] for s in seen]
