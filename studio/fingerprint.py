"""What a picture is made of, as one number: the same scene is never rendered twice."""

import hashlib

import bpy
import numpy as np


def fingerprint(view):
    sum_ = hashlib.sha256((repr(view) + repr(view.border or '')).encode())
    bpy.context.view_layer.update()
    for thing in sorted(bpy.context.scene.objects, key=lambda one: one.name):
        sum_.update(f'{thing.name} {thing.type}'.encode())
        sum_.update(np.round(np.array(thing.matrix_world), 5).tobytes())
        if thing.type == 'MESH':
            points = np.empty(len(thing.data.vertices) * 3, np.float32)
            thing.data.vertices.foreach_get('co', points)
            sum_.update(np.round(points, 4).tobytes())
        if thing.type == 'LIGHT':
            sum_.update(settings(thing.data))
    for material in sorted(bpy.data.materials, key=lambda one: one.name):
        for node in material.node_tree.nodes:
            sum_.update(settings(node))
    for image in sorted(bpy.data.images, key=lambda one: one.name):
        pixels = np.empty(len(image.pixels), np.float32)
        image.pixels.foreach_get(pixels)
        sum_.update(pixels.tobytes())
    for node in bpy.context.scene.world.node_tree.nodes:
        sum_.update(settings(node))
    return sum_.hexdigest()[:16]


def settings(owner):
    """All that can be turned on a node or a lamp."""
    words = [owner.name]
    for name in sorted(owner.bl_rna.properties.keys()):
        value = getattr(owner, name, None)
        if isinstance(value, (int, float, str)) and name not in ('name', 'location', 'width', 'height'):
            words.append(f'{name}={value}')
    for socket in getattr(owner, 'inputs', []):
        value = getattr(socket, 'default_value', None)
        words.append(f'{socket.name}={list(value) if hasattr(value, "__len__") and not isinstance(value, str) else value}')
    ramp = getattr(owner, 'color_ramp', None)
    if ramp:
        words += [f'{stop.position}{list(stop.color)}' for stop in ramp.elements]
    return '|'.join(words).encode()
