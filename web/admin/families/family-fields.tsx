import type { FamilyDraft } from '#core/catalog/families/family.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { useCategoryOptions } from '../categories/category-options.ts'
import { FamilyOptionFields } from './family-option-fields.tsx'

type Props = { draft: Pick<FamilyDraft, 'name' | 'brand' | 'category' | 'options' | 'optionSettings'> }

export function FamilyFields({ draft }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Field
        label="Name"
        name="name"
        defaultValue={draft.name}
        data-saved={draft.name}
        hint="Each product is named after it: “Satin Lipstick, Mulberry”."
        className="sm:col-span-2"
      />
      <Field label="Brand" name="brand" defaultValue={draft.brand} data-saved={draft.brand} />
      <Select
        label="Category"
        name="category"
        options={useCategoryOptions()}
        defaultValue={draft.category}
        data-saved={draft.category}
      />
      <FamilyOptionFields {...draft} />
    </div>
  )
}
