import { ORDER_FIELDS } from '#core/orders/order-fields.ts'
import { TextareaField } from '../ui/fields/textarea-field.tsx'

type Props = { values: Record<string, string> | undefined; errors: Record<string, string | undefined> }

/** Each is closed until the shopper opens it. */
export function OptionalOrderFields({ values, errors }: Props) {
  return Object.entries(ORDER_FIELDS).map(([name, { label, hint, maxLength }]) => (
    <details key={name} className="col-span-2" open={Boolean(values?.[name] || errors[name])}>
      <summary className="link-line inline-flex min-h-11 cursor-pointer items-center">
        Add a {label.toLowerCase()}
      </summary>
      <TextareaField
        label={label}
        name={name}
        hint={hint}
        maxLength={maxLength}
        rows={3}
        autoComplete="off"
        className="mt-4"
        defaultValue={values?.[name]}
        error={errors[name]}
      />
    </details>
  ))
}
