"""Print on a tube, which is round below and flat above."""

import materials as m
from shapes import sheet, unshadowed


def front_print(width, height, picture, at, bottom, tube_width, tube_height, cap_height_and_gap=0.36):
    """Ink that follows the front of a crimped tube; `bottom` counts from the tube's own foot."""
    radius = tube_width / 2 * 0.86
    foot = at[2] + (cap_height_and_gap - 0.16)
    rows = []
    for j in range(25):
        z = bottom + height * j / 24
        t = max(0.0, min(1.0, (z - 0.1) / (tube_height - 0.1)))
        wide, thin = 1 + (tube_width / 2 / radius - 1) * t, (1 - t) ** 0.75 + 0.02
        row = []
        for i in range(25):
            x = width * (i / 24 - 0.5)
            y = -((max(0.0, radius**2 - (x / wide) ** 2)) ** 0.5) * thin
            row.append((at[0] + x, at[1] + y - 0.007, foot + z))
        rows.append(row)
    return unshadowed(sheet(rows, m.paper(picture, 0.4), name='label'))
