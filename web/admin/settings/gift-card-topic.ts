import { REGION_CODES, REGIONS, type RegionCode } from '#core/regions/regions.ts'
import type { SettingField, SettingGroup, Topic } from './topic.ts'

const EXPIRY_HINTS = {
  US: 'Empty: never. At least 60; some states allow none.',
  CA: 'Leave it empty: they may not expire.',
  GB: 'Empty: never. At least 12.',
  IN: 'Empty: never. At least 12.',
} satisfies Record<RegionCode, string>

/** A group per region, because each has four fields. */
const giftCardGroups = REGION_CODES.map((code): SettingGroup => {
  const { country, currency } = REGIONS[code]
  const name = (field: string) => `giftCards.regions.${code}.${field}`
  const amount = (field: string, label: string): SettingField => {
    return { name: name(field), label: `${label} (${currency.toUpperCase()})`, kind: 'money' }
  }
  return {
    title: country,
    fields: [
      {
        name: name('amounts'),
        label: `Amounts to choose from (${currency.toUpperCase()})`,
        kind: 'amounts',
        hint: 'Up to 8, separated by commas',
      },
      {
        name: name('expiryMonths'),
        label: 'Months until they expire',
        kind: 'optionalNumber',
        hint: EXPIRY_HINTS[code],
      },
      amount('min', 'Smallest amount'),
      amount('max', 'Largest amount'),
    ],
  }
})

export const GIFT_CARD_TOPIC: Topic = {
  id: 'gift-cards',
  title: 'Gift cards',
  lead: 'Gift cards that were sold keep their terms, and can be used even if you stop selling them.',
  groups: [
    {
      fields: [
        {
          name: 'giftCards.enabled',
          label: 'Sell gift cards',
          kind: 'switch',
          hint: 'Adds a page where shoppers buy them, and links to it.',
          wide: true,
        },
      ],
    },
    ...giftCardGroups,
  ],
}
