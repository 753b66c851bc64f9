import type { HomeFields } from '../content.ts'

export const HOME: HomeFields = {
  hero: {
    label: '{{store-name}}',
    heading: 'Small batches,\nslow evenings',
    text: '',
    link: { text: 'Shop the collection', url: '/categories' },
    pictureId: null,
  },
  showOffers: true,
  tiles: [
    {
      kind: 'text',
      title: 'Browse Products',
      text: 'Skincare, makeup, haircare, fragrance, and the tools to go with them.',
      link: { text: 'Shop all', url: '/categories' },
    },
    { kind: 'featured', title: 'Featured Products', text: 'Coming Soon', link: { text: '', url: '' } },
    {
      kind: 'offers',
      title: 'Special Offers',
      text: 'No offers right now.',
      link: { text: 'Shop now', url: '/categories' },
    },
  ],
  story: {
    label: 'Our story',
    text: 'Five small lines under one roof. Everything is poured, pressed, or turned in batches small enough for one person to check, and described honestly.',
  },
}
