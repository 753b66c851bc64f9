import type { ComponentProps } from 'react'
import type { AdminFamily } from '#core/catalog/families/admin-families.server.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { PRODUCT_FIELDS, type ProductFieldName, SHARED_TEXT_FIELDS } from '#core/catalog/product-fields.ts'
import type { Field } from '#core/fields/fields.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field as InputField } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { useCategoryOptions } from '../categories/category-options.ts'

type Props = {
  name: ProductFieldName
  draft: ProductDraft
  /** Instead of the field's. */
  label?: string
  /** Its text is shown where the product has none of its own. */
  family?: AdminFamily | null | undefined
  options?: readonly Option[]
  /** For text of several lines. */
  rows?: number
  inputMode?: 'numeric'
  type?: 'date'
  className?: string
}

/** The input for a declared field. */
export function ProductField({
  name,
  draft,
  label: ownLabel,
  family,
  options,
  rows,
  inputMode,
  type,
  className,
}: Props) {
  const field: Field = PRODUCT_FIELDS[name]
  const { kind, format } = field
  const label = ownLabel ?? field.label
  const saved = format(draft[name])
  if (kind === 'flag')
    return (
      <Checkbox
        name={name}
        label={label}
        defaultChecked={draft[name] === true}
        data-saved={draft[name] ? 'on' : ''}
      />
    )
  const shared = family && SHARED_TEXT_FIELDS.find((shared) => shared === name)
  const sharedText = shared && format(family[shared])
  const hint = sharedText ? (saved ? 'Instead of the family’s text' : 'From the family') : field.hint
  const props = { name, label, hint, className, defaultValue: saved, 'data-saved': saved }
  if (name === 'category') return <CategorySelect {...props} />
  if (kind === 'choice') return <Select {...props} options={options ?? listOptions(field)} />
  const textProps = { ...props, placeholder: sharedText || undefined }
  if (kind === 'lines' || rows) return <TextareaField {...textProps} {...(rows && { rows })} />
  const numberMode = kind === 'amount' || kind === 'number' ? inputModes[field.sqlType] : undefined
  return <InputField {...textProps} type={type} inputMode={inputMode ?? numberMode} />
}

function CategorySelect(props: Omit<ComponentProps<typeof Select>, 'options'>) {
  return <Select {...props} options={useCategoryOptions()} />
}

const inputModes: Partial<Record<Field['sqlType'], 'decimal' | 'numeric'>> = {
  bigint: 'decimal',
  numeric: 'decimal',
  integer: 'numeric',
}

function listOptions({ choices = [], empty }: Field): Option[] {
  const options = choices.map((choice): Option => [choice, choice])
  return empty === null ? [['', 'None'], ...options] : options
}
