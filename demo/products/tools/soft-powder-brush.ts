import type { DemoProduct } from '../demo-product.ts'

export default {
  slug: 'soft-powder-brush',
  name: 'Soft Powder Brush',
  brand: 'Plain Hand',
  category: 'Tools & Accessories',
  tagline: 'A full dome of fiber on an oiled birch handle.',
  description:
    'A broad, domed brush for powder and blush. The head is synthetic fiber, tapered at the tip so that it feels as soft as hair did and lets go of its powder evenly; it washes well and dries overnight. The handle is birch, turned thick at the middle, oiled rather than lacquered, and joined to the head by a plain brass ferrule. It stands on its end. Expect it to lose one or two fibers in the first week and none after that. The wood darkens with use, as wood should.',
  price: 5600,
  size: null,
  benefits: [
    'Soft, dense dome',
    'Picks up little, lays it evenly',
    'Synthetic fiber, easy to wash',
    'Stands on its own',
  ],
  ingredients: [],
  howToUse: [
    'Touch the brush to the powder and tap once.',
    'Sweep over the face in long, light strokes.',
    'Wash monthly with mild soap and dry lying flat.',
  ],
  keywords: ['makeup brush', 'make-up brush', 'face brush', 'kabuki', 'vegan', 'blusher brush', 'fibre'],
  stock: 5,
  reviews: [
    {
      by: 18,
      rating: 5,
      title: 'Softest thing I own',
      text: 'Including the cat. Washed it four times, kept its shape every time.',
      daysAgo: 42,
    },
    {
      by: 51,
      rating: 5,
      title: 'Beautifully made',
      text: 'The handle is a joy to hold and it stands up on the dresser without rolling off. It makes even my old bronzer look expensive.',
      daysAgo: 99,
    },
    {
      by: 7,
      rating: 5,
      title: 'No streaks',
      text: 'With the Afternoon blush it is perfect. It gives a veil and not a stripe. I would buy smaller ones for the eyes if you made them.',
      daysAgo: 151,
    },
    {
      by: 85,
      rating: 4,
      title: 'Big head',
      text: 'It’s large, so on a small face blush goes a bit everywhere. For all-over powder it’s excellent.',
      daysAgo: 226,
    },
  ],
} satisfies DemoProduct
