"""Every picture by name: who builds its scene, from where it is seen, and what there is to be seen."""

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from scene import View

ALBUM = []


@dataclass(frozen=True)
class Picture:
    name: str
    alt: str
    view: View
    build: Callable
    base: str = ''  # the picture that shows all outside the view's border


def picture(name, alt, view, base=''):
    """Names a picture of the scene that the decorated function builds; may be stacked for further views."""

    def remember(build):
        ALBUM.append(Picture(name, alt, view, build, base))
        return build

    return remember


def load_album():
    for file in sorted((Path(__file__).parent / 'pictures').glob('*.py')):
        importlib.import_module(f'pictures.{file.stem}')
    return sorted(ALBUM, key=lambda one: (not one.name.endswith('/1'), one.name))
