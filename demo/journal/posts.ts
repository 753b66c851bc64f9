import { document, heading, paragraph, picture, product } from '#core/content/build-rich-text.ts'
import type { PostFields } from '#core/content/content.ts'

export type DemoPost = {
  /** Days since it was published; negative for the future, null for a draft. */
  daysAgo: number | null
  fields(productId: (slug: string) => string): PostFields
}

export const POSTS: DemoPost[] = [
  {
    daysAgo: 64,
    fields: (productId) => ({
      title: 'Why our rose hip is amber',
      description: 'The color comes from the seed. What we leave in, and what light takes out.',
      author: 'Ines Laurent',
      pictureId: 'mood-rose-hips',
      body: document(
        paragraph(
          'Rose hip oil can be bought almost clear. Filtered twice and deodorized, it loses its color, most of its smell, and the part that goes stale first. It keeps for years. We press ours cold, once, and stop there.',
        ),
        paragraph(
          'What stays is amber, sometimes closer to copper, depending on the autumn. It smells faintly green, a little like tomato leaf. Both fade in sunlight within weeks, which is why the bottle is dark and holds no more than you use in ten weeks.',
        ),
        heading('How to use two drops'),
        paragraph(
          'Cleanse, and leave your face damp. Warm two drops between your fingertips and press them in, cheeks first. If your skin still feels wet after a minute, one drop was enough.',
        ),
        product(productId('rose-hip-night-serum')),
        heading('What to put it over'),
        paragraph(
          'Oil holds water; it doesn’t bring any. On dry evenings, use the mist first. It needs no waiting.',
        ),
        product(productId('orange-blossom-facial-mist')),
      ),
    }),
  },
  {
    daysAgo: 31,
    fields: (productId) => ({
      title: 'Washing hair in hard water',
      description: 'If your kettle has limescale, so does your hair. Three small changes.',
      author: 'Tomas Reyes',
      pictureId: 'mood-hard-water',
      body: document(
        paragraph(
          'Hard water leaves minerals behind. On glass you see them as spots. On hair you feel them: a little rough, a little dull, slow to dry.',
        ),
        heading('Wet it longer'),
        paragraph(
          'Half of what people use shampoo for, water does. Rinse for a full minute before you reach for the bottle. You’ll need less, and less has to come out again.',
        ),
        product(productId('rosemary-shampoo')),
        heading('Condition the ends only'),
        paragraph(
          'Start below the ear. Roots that get conditioner look flat by noon. Comb it through with wide teeth while it’s in, from the ends upward, and never through dry knots.',
        ),
        product(productId('wide-tooth-comb')),
        heading('One drop of oil, on wet hair'),
        paragraph(
          'Camellia spreads thin. Rub one drop over both palms until you can’t see it anymore, then close your hands around the lengths.',
        ),
        product(productId('camellia-hair-oil')),
      ),
    }),
  },
  {
    daysAgo: 9,
    fields: (productId) => ({
      title: 'A perfume for one room',
      description: 'Cedar, salt, and the distance at which someone should notice.',
      author: 'Ines Laurent',
      pictureId: 'mood-fragrance',
      body: document(
        paragraph(
          'We weigh our perfumes by distance. The test is a table: the person across from you should notice, and the person at the next one should not.',
        ),
        paragraph(
          'Cedar and Salt began too loud. The first version filled the studio for two days. What made it quiet was not less cedar but more salt: a mineral note that stays close to the skin and holds the wood down with it.',
        ),
        product(productId('cedar-and-salt-eau-de-parfum')),
        heading('Where to wear it'),
        paragraph(
          'Inside the elbow, under a sleeve. Fabric lets it out slowly. On the wrist it meets soap, watch straps, and keyboards.',
        ),
        picture(
          'mood-tools',
          'Powder brush, rose quartz and a tortoise comb on sand',
          'The studio table, on a day without perfume.',
        ),
        paragraph('For a room instead of a person, there are reeds. Turn three of the eight once a week.'),
        product(productId('fig-tree-room-diffuser')),
      ),
    }),
  },
  {
    daysAgo: -6,
    fields: (productId) => ({
      title: 'What winter asks of a cream',
      description: 'Heated air is dry air. How to layer for it without feeling coated.',
      author: 'Tomas Reyes',
      pictureId: 'mood-winter-cream',
      body: document(
        paragraph(
          'Indoor air in January holds about as much water as a desert. Skin gives some of its own away. A cream slows that down; it can’t stop it.',
        ),
        product(productId('white-peony-day-cream')),
        paragraph('Use it on damp skin, in the morning, before you feel that you need it.'),
      ),
    }),
  },
  {
    daysAgo: null,
    fields: (productId) => ({
      title: 'Four colors, one palette',
      description: 'Notes on Sill, Swallow, Lamp, and Late.',
      author: 'Ines Laurent',
      pictureId: 'mood-makeup',
      body: document(
        paragraph('To write: how the four were chosen, and the fifth that we left out.'),
        product(productId('dusk-eyeshadow-palette')),
      ),
    }),
  },
]
