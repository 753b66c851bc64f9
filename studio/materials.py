"""What things are made of. Colours are sRGB hex, as a designer writes them."""

from functools import cache

import bpy


def linear(colour, alpha=1.0):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return (*[c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels], alpha)


class Nodes:
    """A material's graph, wired with as few words as possible."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def add(self, kind, **inputs):
        node = self.tree.nodes.new('ShaderNode' + kind)
        for key, value in inputs.items():
            socket = node.inputs[key.replace('_', ' ')] if key.replace('_', ' ') in node.inputs else None
            if socket is None:
                setattr(node, key, value)
            elif isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = value
        return node

    def link(self, output, socket):
        self.tree.links.new(output, socket)

    def mix(self, factor, first, second):
        node = self.tree.nodes.new('ShaderNodeMixShader')
        for socket, value in zip(node.inputs, (factor, first, second)):
            if isinstance(value, (int, float)):
                socket.default_value = value
            else:
                self.link(value, socket)
        return node.outputs[0]

    def blend(self, factor, first, second):
        """Mixes two colours."""
        node = self.tree.nodes.new('ShaderNodeMixRGB')
        for socket, value in zip(node.inputs, (factor, first, second)):
            if isinstance(value, bpy.types.NodeSocket):
                self.link(value, socket)
            else:
                socket.default_value = value
        return node.outputs[0]

    def tint(self, first, second):
        """Multiplies two colours."""
        node = self.tree.nodes.new('ShaderNodeMixRGB')
        node.blend_type = 'MULTIPLY'
        for socket, value in zip(node.inputs, (1.0, first, second)):
            if isinstance(value, bpy.types.NodeSocket):
                self.link(value, socket)
            else:
                socket.default_value = value
        return node.outputs[0]

    def sum(self, operation, *values):
        node = self.tree.nodes.new('ShaderNodeMath')
        node.operation = operation
        for socket, value in zip(node.inputs, values):
            if isinstance(value, bpy.types.NodeSocket):
                self.link(value, socket)
            else:
                socket.default_value = value
        return node.outputs[0]

    def noise(self, scale, stretch=(1, 1, 1), detail=4.0, rough=0.55):
        where = self.add('Mapping', Vector=self.add('TexCoord').outputs['Object'], Scale=stretch)
        return self.add('TexNoise', Vector=where.outputs[0], Scale=scale, Detail=detail, Roughness=rough).outputs['Fac']

    def turned_noise(self, scale, stretch):
        """Noise of height and distance from the axis only, but for a little change along the way around."""
        where = self.add('SeparateXYZ', Vector=self.add('TexCoord').outputs['Object'])
        x, y, z = where.outputs
        radius = self.sum('SQRT', self.sum('ADD', self.sum('MULTIPLY', x, x), self.sum('MULTIPLY', y, y)))
        around = self.sum('MULTIPLY', self.sum('ARCTAN2', y, x), 0.3)
        spot = self.add('CombineXYZ', X=self.sum('MULTIPLY', radius, stretch), Y=around, Z=self.sum('MULTIPLY', z, stretch))
        return self.add('TexNoise', Vector=spot.outputs[0], Scale=scale, Detail=3, Roughness=0.55).outputs['Fac']

    def ramp(self, value, *stops):
        node = self.tree.nodes.new('ShaderNodeValToRGB')
        self.link(value, node.inputs[0])
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = linear(colour) if isinstance(colour, str) else (colour, colour, colour, 1)
        return node.outputs[0]

    def bump(self, height, strength, distance=0.01):
        return self.add('Bump', Height=height, Strength=strength, Distance=distance).outputs[0]

    def done(self, shader):
        self.link(shader, self.add('OutputMaterial').inputs[0])
        return self.material


def solid(n, colour, rough, metallic=0.0, **more):
    colour = linear(colour) if isinstance(colour, str) else colour
    return n.add('BsdfPrincipled', Base_Color=colour, Roughness=rough, Metallic=metallic, **more).outputs[0]


@cache
def plaster(colour):
    n = Nodes('plaster')
    cloud = n.noise(1.3, detail=2)
    tone = n.blend(n.ramp(cloud, (0.35, 0.0), (0.7, 0.32)), linear(colour), linear(shade(colour, 0.93)))
    trowel = n.noise(3.5, stretch=(1, 1, 0.5), detail=8, rough=0.68)
    relief = n.sum('ADD', trowel, n.sum('MULTIPLY', n.noise(55, detail=3), 0.1))
    seen = n.add('BsdfDiffuse', Color=tone, Normal=n.bump(relief, 0.45, 0.03)).outputs[0]
    # Its relief takes a quarter of the time; light that it passes on does not show it.
    passed_on = n.add('BsdfDiffuse', Color=linear(shade(colour, 0.99))).outputs[0]
    return n.done(n.mix(n.add('LightPath').outputs['Is Camera Ray'], passed_on, seen))


@cache
def travertine(colour):
    n = Nodes('travertine')
    layers = n.noise(5, stretch=(0.5, 0.5, 3.4), detail=4, rough=0.62)
    tone = n.ramp(layers, (0.3, shade(colour, 0.78)), (0.47, colour), (0.6, shade(colour, 1.06)), (0.72, shade(colour, 0.9)))
    pits = n.ramp(n.noise(21, stretch=(0.7, 0.7, 2.6), detail=1), (0.24, 0.0), (0.32, 1.0))
    tone = n.blend(pits, linear(shade(colour, 0.8)), tone)
    return n.done(solid(n, tone, 0.62, Normal=n.bump(pits, 1.0, 0.02), Specular=0.3))


@cache
def gold(colour='#C49A5E', rough=0.2):
    n = Nodes('gold')
    return n.done(solid(n, colour, rough, 1.0))


@cache
def brushed(colour='#C49A5E', rough=0.3, stretch=None):
    """Fine lines, as a lathe leaves them: around the side, in circles on the top. With `stretch` they run straight."""
    n = Nodes('brushed')
    lines = n.noise(9, stretch=stretch, detail=3) if stretch else n.turned_noise(9, 90)
    return n.done(solid(n, colour, n.ramp(lines, (0.3, rough * 0.75), (0.7, rough * 1.3)), 1.0, Normal=n.bump(lines, 0.06, 0.004)))


@cache
def glass(tint='#FFFFFF', rough=0.0, ior=1.5, passes=4):
    """The tint is what is seen through so many surfaces. Light falls straight through to what lies behind, more in the
    middle than at the rim, as a lens gathers it: a shadow with a bright core, without the noise of caustics."""
    n = Nodes('glass')
    colour = (*[c ** (1 / passes) for c in linear(tint)[:3]], 1)
    body = n.add('BsdfGlass', Color=colour, Roughness=rough, IOR=ior).outputs[0]
    facing = n.add('LayerWeight', Blend=0.5).outputs['Facing']
    lens = n.ramp(facing, (0.0, 1.18), (0.4, 1.08), (0.7, 0.6), (1.0, 0.25))
    clear = n.add('BsdfTransparent', Color=n.tint(colour, lens)).outputs[0]
    path = n.add('LightPath')
    ray = n.sum('MAXIMUM', path.outputs['Is Shadow Ray'], path.outputs['Is Diffuse Ray'])
    return n.done(n.mix(ray, body, clear))


def frosted(tint='#F4F1EC'):
    return glass(tint, 0.3, 1.45)


def liquid(tint):
    return glass(tint, 0.0, 1.36, 2)


@cache
def glow(strength, colour='#FFF6EA'):
    """A card that only shows in glass and metal, and fades to its edges as a softbox does."""
    n = Nodes('glow')
    n.material.cycles.sample_as_light = False
    where = n.add('SeparateXYZ', Vector=n.add('TexCoord').outputs['UV'])

    def fade(axis, edge):
        off_centre = n.sum('ABSOLUTE', n.sum('SUBTRACT', where.outputs[axis], 0.5))
        return n.ramp(off_centre, (0.5 - edge, 1.0), (0.5, 0.0))

    fading = n.sum('MULTIPLY', fade('X', 0.3), fade('Y', 0.22))
    return n.done(n.add('Emission', Color=linear(colour), Strength=n.sum('MULTIPLY', fading, strength)).outputs[0])


@cache
def sunlit(colour):
    """A card like a wall of that color: one half lies in the sun, the other in the shade, with a soft edge between."""
    n = Nodes('sunlit')
    n.material.cycles.sample_as_light = False
    where = n.add('SeparateXYZ', Vector=n.add('TexCoord').outputs['UV'])
    slant = n.sum('ADD', where.outputs['X'], n.sum('MULTIPLY', where.outputs['Y'], 0.55))
    lit = n.add('MapRange', interpolation_type='SMOOTHERSTEP', Value=slant, From_Min=0.64, From_Max=0.92)
    tone = n.blend(lit.outputs[0], linear(shade(colour, 0.72)), linear(shade(colour, 1.1)))
    return n.done(n.add('Emission', Color=tone, Strength=0.8).outputs[0])


@cache
def lacquer(colour, rough=0.22):
    n = Nodes('lacquer')
    return n.done(solid(n, colour, rough, Clearcoat=0.6, Clearcoat_Roughness=0.06))


@cache
def matt(colour, rough=0.5, specular=0.4):
    n = Nodes('matt')
    return n.done(solid(n, colour, rough, Specular=specular))


@cache
def soft(colour, rough=0.4, depth=0.08, amount=0.35):
    """Cream, wax, stone: light enters and comes out again."""
    n = Nodes('soft')
    under = n.add('SubsurfaceScattering', Color=linear(colour), Scale=depth, Radius=(1.0, 0.55, 0.4)).outputs[0]
    return n.done(n.mix(1 - amount, under, solid(n, colour, rough)))


def cream(colour):
    """A smear: moist, and lit from within where it is thin."""
    return soft(colour, 0.25, 0.03, 0.5)


@cache
def fruit(colour, blush, pores=0.15):
    """A skin with pores that is redder where the sun was."""
    n = Nodes('fruit')
    tone = n.blend(n.ramp(n.noise(3, detail=2), (0.42, 0.0), (0.68, 0.7)), linear(colour), linear(blush))
    skin = n.bump(n.noise(95, detail=2), pores, 0.006)
    under = n.add('SubsurfaceScattering', Color=tone, Scale=0.035, Radius=(1.0, 0.55, 0.4), Normal=skin).outputs[0]
    return n.done(n.mix(0.65, under, solid(n, tone, 0.38, Normal=skin)))


@cache
def powder(colour, shimmer=0.0):
    n = Nodes('powder')
    grain = n.noise(150, detail=2)
    tone = n.blend(n.ramp(grain, (0.3, 0.0), (0.7, 0.5)), linear(colour), linear(shade(colour, 1.1)))
    return n.done(solid(n, tone, 0.85 - 0.45 * shimmer, shimmer, Normal=n.bump(grain, 0.18, 0.004), Specular=0.1))


@cache
def wood(light, dark, stretch=(14, 14, 1.0)):
    n = Nodes('wood')
    grain = n.noise(3.2, stretch=stretch, detail=8, rough=0.6)
    tone = n.ramp(grain, (0.3, dark), (0.52, light), (0.72, shade(light, 0.9)))
    return n.done(solid(n, tone, 0.48, Normal=n.bump(grain, 0.12, 0.006)))


@cache
def quartz(pale, deep):
    n = Nodes('quartz')
    cloud = n.noise(2.6, stretch=(1, 1, 1.8), detail=7, rough=0.62)
    tone = n.ramp(cloud, (0.3, deep), (0.5, pale), (0.64, shade(pale, 1.08)), (0.75, deep))
    under = n.add('SubsurfaceScattering', Color=tone, Scale=0.22, Radius=(1.0, 0.6, 0.55)).outputs[0]
    return n.done(n.mix(0.55, under, solid(n, tone, 0.12)))


@cache
def tortoise():
    n = Nodes('tortoise')
    spots = n.noise(4.2, stretch=(1, 1, 1), detail=3, rough=0.5)
    tone = n.ramp(spots, (0.40, '#1B0D07'), (0.52, '#4A220D'), (0.60, '#9A5320'), (0.72, '#C88A44'))
    return n.done(solid(n, tone, 0.12, Clearcoat=1.0, Clearcoat_Roughness=0.03))


@cache
def linen(colour):
    n = Nodes('linen')
    warp, weft = n.noise(60, stretch=(1, 1, 8)), n.noise(60, stretch=(8, 8, 1))
    weave = n.sum('ADD', warp, weft)
    return n.done(solid(n, colour, 0.95, Normal=n.bump(weave, 0.35, 0.01), Sheen=0.4, Specular=0.1))


def paper(picture, rough=0.6):
    """A printed label; where the picture is clear, so is the label."""
    n = Nodes('paper')
    ink = n.add('TexImage', image=picture, extension='EXTEND', interpolation='Cubic')
    pressed = n.sum('MULTIPLY', n.add('RGBToBW', Color=ink.outputs['Color']).outputs[0], 0.6)
    relief = n.sum('ADD', pressed, n.sum('MULTIPLY', n.noise(240, detail=2), 0.3))
    sheet = solid(n, ink.outputs['Color'], rough, Specular=0.3, Normal=n.bump(relief, 0.35, 0.003))
    return n.done(n.mix(ink.outputs['Alpha'], n.add('BsdfTransparent').outputs[0], sheet))


def foil(picture, metal='#C49A5E', rough=0.25):
    """The same picture stamped in metal."""
    n = Nodes('foil')
    ink = n.add('TexImage', image=picture, extension='EXTEND', interpolation='Cubic')
    return n.done(n.mix(ink.outputs['Alpha'], n.add('BsdfTransparent').outputs[0], solid(n, metal, rough, 1.0)))


@cache
def window_card():
    """Holds light back and is never seen itself."""
    n = Nodes('card')
    return n.done(n.add('BsdfDiffuse', Color=(0, 0, 0, 1)).outputs[0])


def shade(colour, factor):
    channels = [min(255, round(int(colour[i : i + 2], 16) * factor)) for i in (1, 3, 5)]
    return '#' + ''.join(f'{c:02X}' for c in channels)
