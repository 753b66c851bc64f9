#!/usr/bin/env python3
"""Removes noise with Open Image Denoise's networks: `/usr/bin/python3 studio/denoise.py FOLDER base|large`.

Reads image, albedo, and normal from FOLDER and writes `clean.exr`. It runs as its own process because Blender crashes on
exit once PyTorch is loaded. Layer names and the curve's constants are those of github.com/RenderKit/oidn (Apache-2.0)."""

import os
import struct
import sys
from functools import cache
from pathlib import Path

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import cv2
import numpy as np
import torch
import torch.nn.functional as F

from denoise_weights import weights

ALIGN = 16  # four halvings
OVERLAP = 112  # half of what the deepest layer sees
TILE = 1088  # half a picture's height: small tiles spend their time on what overlaps


def read_tza(data):
    """A header, then a table with each tensor's name, shape, layout, type, and offset."""
    magic, major, _, place = struct.unpack_from('<HBBQ', data)
    if magic != 0x41D7 or major != 2:
        raise ValueError('This is not a TZA file of version 2.')
    (count,), place = struct.unpack_from('<I', data, place), place + 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from('<H', data, place)
        name = data[place + 2 : place + 2 + length].decode()
        place += 2 + length
        sides = data[place]
        shape = struct.unpack_from(f'<{sides}I', data, place + 1)
        place += 1 + 5 * sides  # the sizes, and one letter of layout for each
        kind, (begin,) = {'h': '<f2', 'f': '<f4'}[chr(data[place])], struct.unpack_from('<Q', data, place + 1)
        place += 9
        values = np.frombuffer(data, kind, int(np.prod(shape)), begin).reshape(shape).astype(np.float32)
        layout = torch.channels_last if sides == 4 else torch.contiguous_format
        tensors[name] = torch.from_numpy(values).contiguous(memory_format=layout)
    return tensors


class UNet:
    """Four halvings and back. A layer's name tells its depth; 'dec' layers also see what 'enc' layers of that depth saw.
    The large network has two layers where the base one has one."""

    def __init__(self, name):
        self.tensors = read_tza(weights(name))

    def conv(self, x, *names):
        for name in (name for name in names if f'{name}.weight' in self.tensors):
            x = F.relu_(F.conv2d(x, self.tensors[f'{name}.weight'], self.tensors[f'{name}.bias'], padding=1))
        return x

    @torch.inference_mode()
    def __call__(self, x):
        x = x.contiguous(memory_format=torch.channels_last)
        beside = [x]
        x = self.conv(x, 'enc_conv0')
        for depth in (1, 2, 3, 4):
            x = F.max_pool2d(self.conv(x, f'enc_conv{depth}', f'enc_conv{depth}a', f'enc_conv{depth}b'), 2)
            beside.append(x)
        x = self.conv(beside.pop(), 'enc_conv5a', 'enc_conv5b')
        for depth in (4, 3, 2, 1):
            x = torch.cat((F.interpolate(x, scale_factor=2, mode='nearest'), beside.pop()), 1)
            x = self.conv(x, f'dec_conv{depth}a', f'dec_conv{depth}b')
        return self.conv(x, 'dec_conv1c', 'dec_conv0')


@cache
def network(name):
    return UNet(name)


def tiled(net, planes):
    """Tiles overlap by what a pixel can see, so no seam shows."""
    _, height, width = planes.shape
    out = torch.empty(3, height, width)
    for top in range(0, height, TILE):
        for left in range(0, width, TILE):
            y0, x0 = max(0, top - OVERLAP), max(0, left - OVERLAP)
            y1, x1 = min(height, top + TILE + OVERLAP), min(width, left + TILE + OVERLAP)
            piece = F.pad(planes[None, :, y0:y1, x0:x1], (0, -(x1 - x0) % ALIGN, 0, -(y1 - y0) % ALIGN), mode='replicate')
            done = net(piece)[0, :, top - y0 :, left - x0 :]
            high, wide = min(TILE, height - top), min(TILE, width - left)
            out[:, top : top + high, left : left + wide] = done[:, :high, :wide]
    return out


# The eye's response to light (a fit of PU2, Aydin 2008), with which the networks were trained, scaled to 1 at 65504.
A, B, C, D, E, F_, G = 1412.83765, 1.64593172, 0.431384981, -2.94139609e-3, 0.192653254, 6.26026094e-3, 0.998620152
BRIGHTEST = E * np.log(65504 + F_) + G


def to_eye(y):
    curve = torch.where(y <= 3.22087631e-2, B * y.clamp(min=1e-12) ** C + D, E * torch.log(y + F_) + G)
    return torch.where(y <= 1.5794576e-6, A * y, curve) / BRIGHTEST


def to_light(x):
    x = x * BRIGHTEST
    curve = torch.where(x <= 0.370974749, ((x - D).clamp(min=0) / B) ** (1 / C), torch.exp((x - G) / E) - F_)
    return torch.where(x <= 2.23151711e-3, x / A, curve)


def exposure(light):
    """The factor that brings the picture's middle to 18% gray."""
    luminance = (light * torch.tensor([0.212671, 0.715160, 0.072169])[:, None, None]).sum(0)
    bins = F.adaptive_avg_pool2d(luminance[None, None], [-(-side // 16) for side in luminance.shape])
    bins = bins[bins > 1e-8]
    return float(0.18 / torch.exp2(torch.log2(bins).mean())) if len(bins) else 1.0


def srgb(y):
    return torch.where(y <= 0.0031308, 12.92 * y, 1.055 * y.clamp(min=1e-8) ** (1 / 2.4) - 0.055)


def linear(x):
    return torch.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def denoise(image, albedo, normal, net):
    """Removes the noise of albedo and normal first: that gains 1 dB, and more in glass."""
    image, albedo, normal = image.clamp(0, 65504), albedo.clamp(0, 1), normal.clamp(-1, 1) * 0.5 + 0.5
    albedo = linear(tiled(network('rt_alb'), srgb(albedo)).clamp(0, 1))
    normal = tiled(network('rt_nrm'), normal).clamp(0, 1)
    scale = exposure(image)
    eye = torch.cat((to_eye((image * scale).clamp(max=65504)), albedo, normal))
    return to_light(tiled(network(net), eye)) / scale


def read(file):
    planes = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)[:, :, 2::-1].astype(np.float32).transpose(2, 0, 1)
    return torch.nan_to_num(torch.from_numpy(planes.copy()))


def main(folder, size):
    torch.set_num_threads(os.cpu_count())
    net = 'rt_hdr_calb_cnrm' + ('_large' if size == 'large' else '')
    clean = denoise(*(read(folder / f'{name}0001.exr') for name in ('image', 'albedo', 'normal')), net)
    cv2.imwrite(str(folder / 'clean.exr'), np.ascontiguousarray(clean.numpy().transpose(1, 2, 0)[:, :, ::-1]))


main(Path(sys.argv[1]), sys.argv[2])
