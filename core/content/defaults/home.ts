import type { HomeFields } from '../content.ts'
import { HOME_SECTIONS } from '../home/sections.ts'

export const HOME: HomeFields = {
  sections: [...HOME_SECTIONS],
  blocks: [],
  schedules: {},
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
      text: '',
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
    label: 'The ingredient',
    text: 'Rose hip oil can be bought almost clear. We press ours cold, once, and leave the amber in.',
    link: { text: 'Shop skincare', url: '/categories?category=Skincare' },
    pictureId: 'mood-rose-hips',
  },
}
