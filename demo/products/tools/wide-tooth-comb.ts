import type { DemoProduct } from '../demo-product.ts'

export default {
  slug: 'wide-tooth-comb',
  name: 'Wide-Tooth Comb',
  brand: 'Plain Hand',
  category: 'Tools & Accessories',
  tagline: 'Sawn, not molded. No seams to catch.',
  description:
    'A comb in dark tortoise-patterned acetate, made from cotton and wood pulp. The teeth are sawn from one sheet and tumbled for two days, so there is no molding seam to catch a strand; you feel the difference at the first pass through wet hair. They stand wide apart, round at the tips, firm at the root. The spine is thick enough to hold with conditioner on the hands. It bends a little and comes back, which wood does not. Good for curls, lengths and beards of some ambition.',
  price: 2800,
  originalPrice: 3400,
  size: null,
  benefits: [
    'No seams to snag hair',
    'Made for wet and curly hair',
    'Plant-based acetate',
    'Easy to hold with wet hands',
  ],
  ingredients: [],
  howToUse: [
    'Start at the ends and work upward.',
    'Use in the shower to spread conditioner.',
    'Rinse with lukewarm water; avoid hot.',
  ],
  keywords: ['detangling', 'hair comb', 'tortoiseshell', 'beard comb', 'afro', 'shower comb', 'detangler'],
  stock: 44,
  reviews: [
    {
      by: 24,
      rating: 5,
      title: 'No more snap',
      text: 'You don’t notice how much a cheap comb breaks your hair until you use one that doesn’t. Glides through my curls with conditioner in.',
      daysAgo: 16,
    },
    {
      by: 10,
      rating: 5,
      title: 'Beard of some ambition',
      text: 'They got me with that line. It works on the beard and it looks sharp on the sink.',
      daysAgo: 88,
    },
    {
      by: 67,
      rating: 3,
      title: 'Smaller than expected',
      text: 'Nicely finished, no doubt. But there are no measurements on the page and for my waist-length hair it’s short. Good as a bag comb.',
      daysAgo: 190,
    },
  ],
} satisfies DemoProduct
