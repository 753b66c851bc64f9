import { z } from '@hono/zod-openapi'
import { toDecimal } from '#core/money.ts'
import { SampleSettings } from '#core/settings/sample-settings.ts'
import { amountInput, toCents } from '../../codec/fields.ts'

const { enabled, choose } = SampleSettings.shape
const fields = {
  enabled: enabled.describe('Whether shoppers can choose free samples in the cart'),
  choose: choose.describe('How many an order may have'),
}
export const sampleFields = z.strictObject({
  ...fields,
  minimum: z
    .number()
    .describe('In US dollars: the subtotal before discounts from which an order has samples'),
})
export const sampleChanges = z.strictObject({ ...fields, minimum: amountInput }).partial()

export function toSampleBody({ minimum, ...settings }: SampleSettings): z.infer<typeof sampleFields> {
  return { ...settings, minimum: toDecimal(minimum) }
}

export function fromSampleBody(
  { minimum, ...changes }: z.infer<typeof sampleChanges>,
  current: SampleSettings,
): SampleSettings {
  return {
    enabled: changes.enabled ?? current.enabled,
    choose: changes.choose ?? current.choose,
    minimum: minimum === undefined ? current.minimum : toCents('samples.minimum', minimum),
  }
}
