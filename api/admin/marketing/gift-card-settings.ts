import { z } from '@hono/zod-openapi'
import { Refusal } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import { REGION_CODES, type RegionCode } from '#core/regions/regions.ts'
import { GiftCardSettings } from '#core/settings/gift-card-settings.ts'
import { toCents } from '../../codec/fields.ts'

type RegionSettings = GiftCardSettings['regions'][RegionCode]

const amount = z.number().describe('In the region’s currency')
const RegionBody = z.strictObject({
  amounts: z.array(amount).max(20).describe('What shoppers choose from, in the region’s currency'),
  min: amount.describe('The smallest amount that a shopper can enter'),
  max: amount.describe('The largest amount that a shopper can enter'),
  expiry_months: z
    .int()
    .nullable()
    .describe('Null: never. At least 60 in the US and 12 in GB and IN; not allowed in CA'),
})

const perRegion = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject({ US: schema, CA: schema, GB: schema, IN: schema })

const enabled = z
  .boolean()
  .describe('Whether the store sells gift cards. Those sold or issued before can be used')
export const giftCardFields = z.strictObject({ enabled, regions: perRegion(RegionBody) })
export const giftCardChanges = z
  .strictObject({ enabled, regions: perRegion(RegionBody.partial()).partial() })
  .partial()

export function toGiftCardBody({ enabled, regions }: GiftCardSettings): z.infer<typeof giftCardFields> {
  return { enabled, regions: eachRegion((code) => toRegionBody(regions[code])) }
}

function toRegionBody({ amounts, min, max, expiryMonths }: RegionSettings): z.infer<typeof RegionBody> {
  return {
    amounts: amounts.map(toDecimal),
    min: toDecimal(min),
    max: toDecimal(max),
    expiry_months: expiryMonths,
  }
}

export function fromGiftCardBody(
  { enabled, regions }: z.infer<typeof giftCardChanges>,
  current: GiftCardSettings,
): GiftCardSettings {
  const changed = {
    enabled: enabled ?? current.enabled,
    regions: eachRegion((code) => fromRegionBody(code, regions?.[code] ?? {}, current.regions[code])),
  }
  const { data, error } = GiftCardSettings.safeParse(changed)
  if (data) return data
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues)
    fields[['gift_cards', ...path].join('.').replace('expiryMonths', 'expiry_months')] ??= message
  throw new Refusal('invalid_input', 'Please fix the named fields.', fields)
}

function fromRegionBody(
  code: RegionCode,
  { amounts, min, max, expiry_months }: Partial<z.infer<typeof RegionBody>>,
  current: RegionSettings,
): RegionSettings {
  const field = (name: string) => `gift_cards.regions.${code}.${name}`
  return {
    amounts: amounts?.map((amount) => toCents(field('amounts'), amount)) ?? current.amounts,
    min: min === undefined ? current.min : toCents(field('min'), min),
    max: max === undefined ? current.max : toCents(field('max'), max),
    expiryMonths: expiry_months === undefined ? current.expiryMonths : expiry_months,
  }
}

function eachRegion<Value>(read: (code: RegionCode) => Value): Record<RegionCode, Value> {
  return Object.fromEntries(REGION_CODES.map((code) => [code, read(code)])) as Record<RegionCode, Value>
}
