import type { DemoProduct } from '../demo-product.ts'

export default {
  slug: 'rose-quartz-gua-sha',
  name: 'Rose Quartz Gua Sha',
  brand: 'Plain Hand',
  category: 'Tools & Accessories',
  tagline: 'Cool stone, slow strokes, five minutes.',
  description:
    'A palm-sized piece of rose quartz, cut with one long curve for the cheek, a notch for the jaw and a rounded corner for beneath the eye. Each is ground and polished by hand, so pink, cloud and vein differ from stone to stone. It is cool when you pick it up and stays so for some minutes. Used with oil and a light hand it makes a pleasant end to a day of frowning at screens; the face feels looser and looks a little less puffed. It comes in a linen pouch. Quartz breaks on tile: keep it over a towel.',
  price: 4600,
  size: null,
  benefits: [
    'Cool, weighty and smooth',
    'Three edges for cheek, jaw and eye',
    'Each stone differs',
    'Linen pouch included',
  ],
  ingredients: [],
  howToUse: [
    'Smooth oil over clean skin so that the stone glides.',
    'Hold it almost flat and draw outward and upward, slowly.',
    'Repeat each stroke five times with light pressure.',
    'Wash with mild soap and dry.',
  ],
  keywords: [
    'guasha',
    'facial massage',
    'face sculpting',
    'depuffing',
    'face stone',
    'jade roller',
    'crystal',
    'massager',
  ],
  stock: 58,
  reviews: [
    {
      by: 8,
      rating: 5,
      title: 'The good kind',
      text: 'I’ve had two cheap ones with seams that scratched. This edge is like glass. My stone has a cloudy streak across it and I’ve grown fond of it.',
      daysAgo: 25,
    },
    {
      by: 34,
      rating: 4,
      title: 'Relaxing',
      text: 'My jaw is tight from clenching and five minutes of this feels great. I can’t say my face has changed shape, and they don’t promise it. Paler pink than pictured.',
      daysAgo: 82,
    },
    {
      by: 41,
      rating: 5,
      title: 'Good with the night serum',
      text: 'Three drops of Rose Hip, ten minutes, phone in another room. I keep the stone in the fridge in summer.',
      daysAgo: 136,
    },
    {
      by: 87,
      rating: 5,
      title: 'Proper weight to it',
      text: 'Heavier than it looks. Feels like a real object rather than a trend.',
      daysAgo: 61,
    },
    {
      by: 70,
      rating: 4,
      title: 'Slippery when oiled',
      text: 'Nearly lost it to the bathroom floor on day one. I sit on the bed now. Otherwise lovely.',
      daysAgo: 243,
    },
  ],
} satisfies DemoProduct
