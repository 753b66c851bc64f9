import { MAX_GIFT_MESSAGE } from '#core/orders/order.ts'
import { TextareaField } from '../ui/fields/textarea-field.tsx'

type Props = { defaultValue: string | undefined; error: string | undefined }

export function GiftMessageField({ defaultValue, error }: Props) {
  return (
    <details className="col-span-2" open={Boolean(defaultValue || error)}>
      <summary className="link-line inline-flex min-h-11 cursor-pointer items-center">
        Add a gift message
      </summary>
      <TextareaField
        label="Gift message"
        name="giftMessage"
        hint={`Printed on the packing slip, which shows no prices. Up to ${MAX_GIFT_MESSAGE} characters.`}
        maxLength={MAX_GIFT_MESSAGE}
        rows={3}
        autoComplete="off"
        className="mt-4"
        defaultValue={defaultValue}
        error={error}
      />
    </details>
  )
}
