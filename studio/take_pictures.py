#!/usr/bin/env python3
"""Takes the pictures: `python3 studio/take_pictures.py [words of names …] [--draft | --check | --part=…]`.

Without names, all of them. A picture whose scene has not changed since it was taken is left alone, so a stopped run goes
on where it was. A draft has half the size and is saved in `.data/drafts`. `--check` only lists the pictures to be taken.
`--part=left,top,right,bottom` (fractions) takes only that part anew and pastes it into the picture that there is, for a change
that shows nowhere else.
Needs Debian's blender (3.4), python3-torch, python3-opencv, and python3-pil. The store itself needs none of them.
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
from denoise_weights import fetch_weights
from fingerprint import fingerprint
from picture_registry import load_album

MEDIA = HERE.parent / 'media'
TAKEN = HERE / 'fingerprints.json'
DRAFTS = HERE.parent / '.data/drafts'


def main(words):
    draft, check, part = '--draft' in words, '--check' in words, find_part(words)
    wanted = [word for word in words if not word.startswith('--')]
    fetch_weights()
    album = load_album()
    for picture in album:
        if wanted and not any(word in picture.name for word in wanted):
            continue
        scene.clear()
        picture.build()
        scene.camera(picture.view)
        if draft:
            size = tuple(side // 2 for side in picture.view.size)
            take(picture, picture.view.but(size=size, border=part or picture.view.border), DRAFTS, part)
        elif not is_taken(picture):
            print(f'DUE {picture.name}', flush=True) if check else take_master(picture, part)
    if not draft and not check:
        write_alts(album)


def find_part(words):
    values = [word.split('=')[1] for word in words if word.startswith('--part=')]
    return tuple(float(side) for side in values[0].split(',')) if values else None


def take(picture, view, folder, part=None):
    file = folder / f'{picture.name}.webp'
    began, cpu = time.time(), cpu_seconds()
    base = picture.name if part else picture.base
    render.take(view, file, base and MEDIA / f'{base}.webp')
    print(f'TAKEN {picture.name} {time.time() - began:.0f} s, {cpu_seconds() - cpu:.0f} s of CPU, {file.stat().st_size // 1024} kB', flush=True)


def cpu_seconds():
    return sum(os.times()[:4])


def is_taken(picture):
    return (MEDIA / f'{picture.name}.webp').exists() and read_taken().get(picture.name) == mark_of(picture)


def mark_of(picture):
    """A picture that is pasted into another changes with it."""
    return fingerprint(picture.view) + read_taken().get(picture.base, '')


def take_master(picture, part):
    mark = mark_of(picture)
    take(picture, picture.view.but(border=part or picture.view.border), MEDIA, part)
    new = TAKEN.with_suffix('.new')
    new.write_text(json.dumps({**read_taken(), picture.name: mark}, indent=2, sort_keys=True) + '\n')
    new.replace(TAKEN)


def read_taken():
    return json.loads(TAKEN.read_text()) if TAKEN.exists() else {}


def write_alts(album):
    alts = {f'{p.name}.webp': p.alt for p in album if (MEDIA / f'{p.name}.webp').exists()}
    MEDIA.mkdir(exist_ok=True)
    (MEDIA / 'alt.json').write_text(json.dumps(alts, indent=2, sort_keys=True, ensure_ascii=False) + '\n')


main(sys.argv[sys.argv.index('--') + 1 :] if '--' in sys.argv else [])
