#!/usr/bin/env python3
"""Takes the house's pictures: `python3 studio/take_pictures.py [words of names …] [--draft | --quick]`.

Without names all of them; what has not changed since it was taken is left alone. A draft is small, quick and kept in
`.data/drafts`; a quick one serves until it is taken again in full. Needs Blender 3.4 and python3-opencv, python3-pil (Debian's packages); the store itself needs none of them.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
try:
    import bpy
except ImportError:
    # Blender takes the Python that the path names first, and its own modules lie with the system's.
    os.environ['PATH'] = '/usr/bin:/bin:' + os.environ['PATH']
    command = ['blender', '-b', '--factory-startup', '-noaudio', '--python', str(HERE / 'take_pictures.py'), '--']
    os.execvp('blender', [*command, *sys.argv[1:]])

sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import json
import time

import render
import scene
from picture_registry import load_album
from fingerprint import fingerprint

MEDIA = HERE.parent / 'media'
TAKEN = HERE / 'fingerprints.json'
DRAFTS = HERE.parent / '.data/drafts'


def main(words):
    draft, quick = '--draft' in words, '--quick' in words
    wanted = [word for word in words if not word.startswith('--')]
    album = load_album()
    taken = json.loads(TAKEN.read_text()) if TAKEN.exists() else {}
    for picture in album:
        if wanted and not any(word in picture.name for word in wanted):
            continue
        began = time.time()
        scene.clear()
        picture.build()
        scene.camera(picture.view)
        mark = fingerprint(picture.view)
        file = (DRAFTS if draft else MEDIA) / (picture.name + '.webp')
        if not draft and file.exists() and taken.get(picture.name) == mark:
            continue
        view = small(picture.view, 4 / 9, 12) if draft else small(picture.view, 3 / 4, 32) if quick else picture.view
        render.develop(render.clean(render.expose(view)), file)
        print(f'TAKEN {picture.name} {time.time() - began:.0f} s {file.stat().st_size // 1024} kB', flush=True)
        if not draft and not quick:
            taken = json.loads(TAKEN.read_text()) if TAKEN.exists() else {}
            TAKEN.write_text(json.dumps({**taken, picture.name: mark}, indent=2, sort_keys=True) + '\n')
    if not draft:
        write_alts(album)


def small(view, share, samples):
    return view.but(size=tuple(round(side * share) for side in view.size), samples=samples)


def write_alts(album):
    alts = {f'{p.name}.webp': p.alt for p in album if (MEDIA / f'{p.name}.webp').exists()}
    MEDIA.mkdir(exist_ok=True)
    (MEDIA / 'alt.json').write_text(json.dumps(alts, indent=2, sort_keys=True, ensure_ascii=False) + '\n')


main(sys.argv[sys.argv.index('--') + 1 :] if '--' in sys.argv else [])
