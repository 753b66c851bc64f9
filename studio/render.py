"""Exposing, taking the noise out, and developing to a file."""

import os
import tempfile
from pathlib import Path

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector
from PIL import Image

PASSES = {'image': 'Image', 'albedo': 'Denoising Albedo', 'normal': 'Denoising Normal'}
LARGEST = 240_000


def expose(view):
    """Two half exposures with different seeds: what differs between them is noise."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = view.size
    scene.render.use_persistent_data = True
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = view.exposure
    cycles = scene.cycles
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 12, 2, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces, cycles.volume_bounces = 10, 12, 0
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect = 12, 2.5
    cycles.blur_glossy = 1.0
    cycles.pixel_filter_type, cycles.filter_width = 'BLACKMAN_HARRIS', 1.4
    scene.view_layers[0].cycles.denoising_store_passes = True
    with tempfile.TemporaryDirectory() as folder:
        wire_passes(scene, Path(folder))
        return [half(scene, Path(folder), view.samples // 2, seed) for seed in (1, 3)]


def half(scene, folder, samples, seed):
    """The whole picture once lightly, since plaster is calm, then the middle of it again for as long as it takes."""
    few = max(4, samples // 3)
    everything = shot(scene, folder, few, seed)
    left, right, low, high = frame_of_things(scene)
    scene.render.use_border = True
    scene.render.border_min_x, scene.render.border_max_x = left, right
    scene.render.border_min_y, scene.render.border_max_y = low, high
    middle = shot(scene, folder, samples - few, seed + 1)
    scene.render.use_border = False
    height, width = everything['image'].shape[:2]
    rows = slice(round(height * (1 - high)) + 2, round(height * (1 - low)) - 2)
    columns = slice(round(width * left) + 2, round(width * right) - 2)
    for name, whole in everything.items():
        share = few / samples
        whole[rows, columns] = whole[rows, columns] * share + middle[name][rows, columns] * (1 - share)
    return everything


def shot(scene, folder, samples, seed):
    scene.cycles.samples, scene.cycles.seed = samples, seed
    bpy.ops.render.render()
    return {name: read(folder / f'{name}0001.exr') for name in PASSES}


def frame_of_things(scene):
    """The part of the picture, from 0 to 1, in which anything but the room is seen."""
    room = ('cove', 'plinth', 'bar', 'leaf', 'reflector')
    spots = [
        world_to_camera_view(scene, scene.camera, thing.matrix_world @ Vector(corner))
        for thing in scene.objects
        if thing.type == 'MESH' and not thing.name.startswith(room)
        for corner in thing.bound_box
    ]
    across, up = [spot.x for spot in spots], [spot.y for spot in spots]
    margin = 0.03
    return tuple(min(1.0, max(0.0, edge)) for edge in (min(across) - margin, max(across) + margin, min(up) - margin, max(up) + margin))


def wire_passes(scene, folder):
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = str(folder)
    files.format.file_format, files.format.color_depth = 'OPEN_EXR', '32'
    files.file_slots.clear()
    for name, source in PASSES.items():
        files.file_slots.new(name)
        tree.links.new(layers.outputs[source], files.inputs[name])


def read(file):
    return cv2.imread(str(file), cv2.IMREAD_UNCHANGED)[:, :, 2::-1].astype(np.float32)


def clean(halves):
    """Non-local means over both halves: each is averaged by likenesses that the other one found, so that noise never
    looks like itself. The colour of the surface is taken out before and put back after: print stays crisp."""
    albedo = [box(half['albedo'], 1) + 0.02 for half in halves]
    sharp = (halves[0]['albedo'] + halves[1]['albedo']) / 2 + 0.02
    light = [np.log1p(4 * half['image'] / (half['albedo'] + 0.02)) for half in halves]
    light = tame(light)
    noise = box((light[0] - light[1]) ** 2, 2) / 2 + 1e-5
    normal = box((halves[0]['normal'] + halves[1]['normal']) / 2, 1)
    hint = (albedo[0] + albedo[1]) / 2
    total = [np.zeros_like(light[0]) for _ in light]
    weight = [np.zeros(light[0].shape[:2], np.float32) for _ in light]
    for dx, dy in offsets():
        there = [shift(one, dx, dy) for one in light]
        noise_there = shift(noise, dx, dy)
        apart = ((normal - shift(normal, dx, dy)) ** 2).sum(2) / 0.03 + ((hint - shift(hint, dx, dy)) ** 2).sum(2) / 0.008
        for here in (0, 1):
            gap = (light[here] - there[here]) ** 2 - (noise + np.minimum(noise, noise_there))
            gap /= 0.35 * (noise + noise_there)
            like = np.exp(-np.maximum(np.maximum(box(gap, 2).mean(2), apart), 0))
            total[1 - here] += there[1 - here] * like[..., None]
            weight[1 - here] += like
    smooth = sum(t / w[..., None] for t, w in zip(total, weight)) / 2
    return np.expm1(smooth) / 4 * sharp


def tame(light):
    """A spark that only one half has is not light."""
    low = np.minimum(*light)
    limit = cv2.dilate(cv2.medianBlur(low, 5), np.ones((3, 3))) + 0.5
    return [np.minimum(one, np.maximum(limit, low)) for one in light]


def offsets():
    near = [(x, y) for x in range(-2, 3) for y in range(-2, 3)]
    far = [(x, y) for x in range(-10, 11, 5) for y in range(-10, 11, 5) if (x, y) != (0, 0)]
    return near + far


def shift(picture, dx, dy):
    move = np.float32([[1, 0, dx], [0, 1, dy]])
    return cv2.warpAffine(picture, move, picture.shape[1::-1], flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT)


def box(picture, radius):
    return cv2.blur(picture, (2 * radius + 1,) * 2)


def develop(light, file):
    """Through the film's curve to a WebP as good as its weight allows."""
    height, width = light.shape[:2]
    image = bpy.data.images.new('negative', width, height, float_buffer=True)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[:, :, :3] = light[::-1]
    image.pixels.foreach_set(pixels.ravel())
    scene = bpy.context.scene
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode, settings.compression = 'PNG', 'RGB', 15
    with tempfile.TemporaryDirectory() as folder:
        positive = str(Path(folder) / 'positive.png')
        image.save_render(positive, scene=scene)
        picture = Image.open(positive).convert('RGB')
    file.parent.mkdir(parents=True, exist_ok=True)
    for quality in (93, 90, 87, 84, 80, 75):
        picture.save(file, 'WEBP', quality=quality, method=6)
        if file.stat().st_size <= LARGEST:
            break
