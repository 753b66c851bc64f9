import { z } from '@hono/zod-openapi'
import { Refusal } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import { REGION_CODES, type RegionCode } from '#core/regions/regions.ts'
import { type RegionTax, StoreSettings } from '#core/settings/store-settings.ts'
import { amountInput, toCents } from '../codec/fields.ts'

type MoneySettings = Pick<StoreSettings, 'shipping' | 'tax' | 'regions'>

const shape = StoreSettings.shape
const dollars = z.number().describe('In US dollars')
const businessDays = z.array(z.int()).length(2).describe('Minimum and maximum business days, such as [2, 4]')

function perRegion<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ US: schema, CA: schema, GB: schema, IN: schema })
}

const taxFields = {
  rate: z.number().describe('In percent, such as 8 or 8.25; at most 50'),
  included: z
    .boolean()
    .describe('Whether prices include the tax. If not, it is added to the price of the products'),
  shipping_taxed: z.boolean().describe('Whether the tax applies to shipping, too'),
}
const regionFields = {
  enabled: z.boolean().describe('Whether the store sells there. The US is always on'),
  rate: z.number().describe('Units of the region’s currency per US dollar. The US has 1'),
}

export const moneyFields = {
  shipping: z.strictObject({
    fee: dollars,
    free_from: dollars.describe(
      'In US dollars. Shipping is free above this subtotal before discounts, not at it',
    ),
    delivery_days: perRegion(businessDays),
  }),
  tax: perRegion(z.strictObject(taxFields)),
  regions: perRegion(z.strictObject(regionFields)),
}

export const moneyChanges = {
  shipping: z
    .strictObject({
      fee: amountInput,
      free_from: amountInput,
      delivery_days: perRegion(businessDays).partial(),
    })
    .partial()
    .optional(),
  tax: perRegion(z.strictObject(taxFields).partial()).partial().optional(),
  regions: perRegion(z.strictObject(regionFields).partial()).partial().optional(),
}
const MoneyChanges = z.object(moneyChanges)
type MoneyChanges = z.infer<typeof MoneyChanges>

export function toMoneyBody({ shipping, tax, regions }: MoneySettings) {
  const { fee, freeAbove, deliveryDays } = shipping
  return {
    shipping: {
      fee: toDecimal(fee),
      free_from: toDecimal(freeAbove),
      delivery_days: eachRegion((code) => [...deliveryDays[code]]),
    },
    tax: eachRegion((code) => toTaxBody(tax[code])),
    regions,
  }
}

/** Returns the topics that change, complete. */
export function fromMoneyBody(body: MoneyChanges, current: MoneySettings): Partial<MoneySettings> {
  const { shipping, tax, regions } = body
  return {
    ...(shipping && { shipping: parseTopic('shipping', toShipping(shipping, current.shipping)) }),
    ...(tax && {
      tax: parseTopic(
        'tax',
        eachRegion((code) => toTax(tax[code], current.tax[code])),
      ),
    }),
    ...(regions && {
      regions: parseTopic(
        'regions',
        eachRegion((code) => ({ ...current.regions[code], ...regions[code] })),
      ),
    }),
  }
}

function toShipping(
  { fee, free_from, delivery_days }: NonNullable<MoneyChanges['shipping']>,
  current: MoneySettings['shipping'],
) {
  return {
    fee: fee === undefined ? current.fee : toCents('shipping.fee', fee),
    freeAbove: free_from === undefined ? current.freeAbove : toCents('shipping.free_from', free_from),
    deliveryDays: { ...current.deliveryDays, ...delivery_days },
  }
}

function toTaxBody({ rate, included, shippingTaxed }: RegionTax) {
  return { rate: toDecimal(rate), included, shipping_taxed: shippingTaxed }
}

type TaxChange = {
  rate?: number | undefined
  included?: boolean | undefined
  shipping_taxed?: boolean | undefined
}

function toTax({ rate, included, shipping_taxed }: TaxChange = {}, current: RegionTax): RegionTax {
  return {
    // In floating point, 8.29 × 100 isn't a whole number.
    rate: rate === undefined ? current.rate : Number((rate * 100).toFixed(6)),
    included: included ?? current.included,
    shippingTaxed: shipping_taxed ?? current.shippingTaxed,
  }
}

function eachRegion<Value>(read: (code: RegionCode) => Value): Record<RegionCode, Value> {
  return Object.fromEntries(REGION_CODES.map((code) => [code, read(code)])) as Record<RegionCode, Value>
}

const API_NAMES: Record<string, string> = { freeAbove: 'free_from', deliveryDays: 'delivery_days' }

function parseTopic<Topic extends keyof MoneySettings>(topic: Topic, value: unknown): MoneySettings[Topic] {
  const { data, error } = shape[topic].safeParse(value)
  if (!error) return data as MoneySettings[Topic]
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const names = path.map((name) => API_NAMES[String(name)] ?? String(name))
    fields[[topic, ...names].join('.')] ??= message
  }
  throw new Refusal('invalid_input', 'Please fix the named fields.', fields)
}
