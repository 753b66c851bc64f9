import type { FamilyDraft } from '#core/catalog/families/family.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { useCategoryOptions } from '../categories/category-options.ts'

type Props = { draft: Pick<FamilyDraft, 'name' | 'brand' | 'category' | 'options'> }

export function FamilyFields({ draft }: Props) {
  const error = useFieldStates().fields?.options
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
      <fieldset
        className="sm:col-span-2"
        aria-describedby={error && 'options-error'}
        aria-invalid={error ? true : undefined}
      >
        <legend className="text-ink-soft">Products differ by</legend>
        <div className="flex gap-x-8">
          {OPTIONS.map(([option, label]) => (
            <Checkbox
              key={option}
              name={option}
              label={label}
              defaultChecked={draft.options.includes(option)}
              data-saved={draft.options.includes(option) ? 'on' : ''}
            />
          ))}
        </div>
        {error && (
          <p id="options-error" className="text-rosewood">
            {error}
          </p>
        )}
      </fieldset>
    </div>
  )
}

const OPTIONS = [
  ['shade', 'Shade'],
  ['size', 'Size'],
] as const
