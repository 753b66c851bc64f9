import { HEADING_TYPEFACES, TEXT_TYPEFACES, TYPEFACES, type TypefaceId } from '#core/settings/typefaces.ts'
import type { Option } from '#web/ui/fields/options.tsx'
import type { Topic } from '../topic.ts'

export const BRAND_TOPIC: Topic = {
  id: 'brand',
  title: 'Brand',
  lead: 'What your store looks like. Preview it below before you save.',
  groups: [
    {
      title: 'Colors',
      text: 'All other colors are made from these two, with enough contrast for text.',
      fields: [
        { name: 'brand.background', label: 'Background', kind: 'color', hint: 'A light color' },
        { name: 'brand.accent', label: 'Accent', kind: 'color', hint: 'For emphasis, prices, and links' },
      ],
    },
    {
      title: 'Typefaces',
      text: 'Your store serves them itself, so no other company learns who visits it.',
      fields: [
        {
          name: 'brand.headingTypeface',
          label: 'Headings',
          kind: 'choice',
          options: HEADING_TYPEFACES.map(toOption),
        },
        { name: 'brand.textTypeface', label: 'Text', kind: 'choice', options: TEXT_TYPEFACES.map(toOption) },
      ],
    },
    {
      title: 'Pictures',
      fields: [
        {
          name: 'brand.icon',
          label: 'Icon',
          kind: 'logo',
          hint: 'A square PNG of at least 512 × 512 pixels, or an SVG. All icons are made from it.',
          none: 'Initials of the name',
          wide: true,
        },
        {
          name: 'brand.sharePicture',
          label: 'Share picture',
          kind: 'picture',
          hint: 'Beside links to your store in messages and social networks. A product’s picture stands beside the name.',
          none: 'The name',
          wide: true,
        },
      ],
    },
  ],
}

function toOption(id: TypefaceId): Option {
  const { family, kind } = TYPEFACES[id]
  return [id, `${family} (${kind === 'serif' ? 'serif' : 'sans serif'})`]
}
