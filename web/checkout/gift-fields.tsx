import { ORDER_FIELDS } from '#core/orders/order-fields.ts'
import { Field } from '../ui/fields/field.tsx'
import { TextareaField } from '../ui/fields/textarea-field.tsx'

export type GiftWrapChoice = { price: string; isChosen: boolean; onChoose: (isChosen: boolean) => void }

type Props = {
  /** Undefined or null if the store doesn't offer it. */
  giftWrap: GiftWrapChoice | null | undefined
  values: Record<string, string> | undefined
  errors: Record<string, string | undefined>
}

const NAMES = ['giftFrom', 'giftMessage', 'gift_wrap']

/** Closed until the shopper opens it. */
export function GiftFields({ giftWrap, values, errors }: Props) {
  const isUsed = giftWrap?.isChosen || NAMES.some((name) => values?.[name] || errors[name])
  const field = (name: keyof typeof ORDER_FIELDS) => {
    const { label, hint, maxLength } = ORDER_FIELDS[name]
    return { label, name, hint, maxLength, defaultValue: values?.[name], error: errors[name] }
  }
  return (
    <details className="col-span-2" open={isUsed}>
      <summary className="link-line inline-flex min-h-11 cursor-pointer items-center">This is a gift</summary>
      <div className="mt-4 space-y-7">
        {giftWrap && (
          <div>
            <label className="flex min-h-11 cursor-pointer items-center gap-x-5">
              <input
                type="checkbox"
                name="gift_wrap"
                value="1"
                checked={giftWrap.isChosen}
                onChange={({ target }) => giftWrap.onChoose(target.checked)}
                className="size-5 shrink-0 cursor-pointer accent-rosewood"
              />
              Gift wrap · {giftWrap.price}
            </label>
            {errors.gift_wrap && <p className="text-rosewood text-small">{errors.gift_wrap}</p>}
          </div>
        )}
        <Field {...field('giftFrom')} autoComplete="name" />
        <TextareaField {...field('giftMessage')} rows={3} autoComplete="off" />
      </div>
    </details>
  )
}
