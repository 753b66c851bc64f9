"""Renders a scene, removes the noise, and saves a WebP."""

import os
import subprocess
import tempfile
from pathlib import Path

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import bpy
import cv2
import numpy as np
from PIL import Image

PASSES = {'image': 'Image', 'albedo': 'Denoising Albedo', 'normal': 'Denoising Normal'}
LARGEST = 400_000


def take(view, file, base=None):
    with tempfile.TemporaryDirectory() as folder:
        expose(view, Path(folder))
        script = Path(__file__).with_name('denoise.py')
        subprocess.run(['/usr/bin/python3', str(script), folder, view.network], check=True)
        light = cv2.imread(f'{folder}/clean.exr', cv2.IMREAD_UNCHANGED)[:, :, ::-1]
        picture = grade(through_film(light, Path(folder)))
        save(paste(picture, view, base) if base else picture, file)


def expose(view, folder):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = view.size
    set_border(scene.render, view)
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = view.exposure
    cycles = scene.cycles
    cycles.samples = view.samples
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 12, 2, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces, cycles.volume_bounces = 10, 12, 0
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect = 12, 2.5
    cycles.blur_glossy = 1.0
    cycles.pixel_filter_type, cycles.filter_width = 'BLACKMAN_HARRIS', 1.4
    scene.view_layers[0].cycles.denoising_store_passes = True
    wire_passes(scene, folder)
    bpy.ops.render.render()


def set_border(settings, view):
    settings.use_border = settings.use_crop_to_border = bool(view.border)
    if view.border:
        left, top, right, bottom = view.border
        settings.border_min_x, settings.border_max_x = (edge(x, view.size[0]) for x in (left, right))
        settings.border_min_y, settings.border_max_y = (edge(1 - y, view.size[1]) for y in (bottom, top))


def edge(fraction, size):
    """The nearest whole pixel, a little beyond it, because Blender drops the rest."""
    return min(1, (round(fraction * size) + 0.25) / size)


FEATHER = 24


def paste(part, view, base):
    """The rendered part in the picture that shows the rest, with soft edges, but not at the picture's own edge."""
    whole = np.asarray(Image.open(base).convert('RGB').resize(view.size), np.float32) / 255
    height, width = part.shape[:2]
    left = round(view.border[0] * view.size[0])
    top = view.size[1] - round((1 - view.border[1]) * view.size[1])
    down = fade(height, top > 0, top + height < view.size[1])
    across = fade(width, left > 0, left + width < view.size[0])
    alpha = (down[:, None] * across[None])[..., None]
    spot = whole[top : top + height, left : left + width]
    spot += (part - spot) * alpha
    return whole


def fade(length, begins_inside, ends_inside):
    rise = np.minimum(1, (np.arange(length) + 1) / FEATHER)
    full = np.ones(length)
    return (rise if begins_inside else full) * (rise[::-1] if ends_inside else full)


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


def through_film(light, folder):
    """Linear light through Blender's Filmic curve, as numbers from 0 to 1."""
    height, width = light.shape[:2]
    image = bpy.data.images.new('negative', width, height, float_buffer=True)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[:, :, :3] = light[::-1]
    image.pixels.foreach_set(pixels.ravel())
    settings = bpy.context.scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = 'PNG', 'RGB', '16'
    image.save_render(str(folder / 'positive.png'), scene=bpy.context.scene)
    bpy.data.images.remove(image)
    return cv2.imread(str(folder / 'positive.png'), cv2.IMREAD_UNCHANGED)[:, :, ::-1].astype(np.float32) / 65535


BLACK, WHITE, SHOULDER = 0.03, 0.925, 0.85


def grade(picture):
    """Filmic ends below white and above black: stretches both, softly at the top. A little grain prevents bands."""
    stretched = (picture - BLACK) / (WHITE - BLACK)
    room = 1 - SHOULDER
    over = np.maximum(stretched - SHOULDER, 0)
    rolled = np.minimum(stretched, SHOULDER) + room * (1 - np.exp(-over / room))
    grain = np.random.default_rng(1).normal(0, 0.8 / 255, picture.shape[:2])[..., None]
    return np.clip(rolled + grain, 0, 1)


def save(picture, file):
    """Writes a new file and renames it, so that a stopped run leaves no half picture."""
    image = Image.fromarray((picture * 255 + 0.5).astype(np.uint8))
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix('.new')
    for quality in (92, 90, 87, 84, 80):
        image.save(new, 'WEBP', quality=quality, method=6)
        if new.stat().st_size <= LARGEST:
            break
    new.replace(file)
