import type { CollectionRule } from '#core/catalog/collections/collection.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { useCategoryOptions } from '../categories/category-options.ts'
import type { PictureChoice } from '../pictures/picture-choice.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import { Section } from '../ui/section.tsx'

export type CollectionValues = {
  name: string
  slug: string
  description: string
  pictureId: string | null
  hidden: boolean
  rule: CollectionRule | null
  /** One product per line. */
  lines: string
}

const saved = (name: string, value: string) => ({ name, defaultValue: value, 'data-saved': value })

type Props = { collection: CollectionValues; choices: PictureChoice[] }

export function CollectionFields({ collection, choices }: Props) {
  const { name, slug, description, pictureId, hidden, rule, lines } = collection
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Field label="Name" {...saved('name', name)} />
        <Field label="Address" {...saved('slug', slug)} hint="After /collections/. Empty: from the name." />
        <TextareaField
          label="Description"
          rows={3}
          {...saved('description', description)}
          hint="Shown above its products, and in search engines."
          className="sm:col-span-2"
        />
        <Checkbox
          name="hidden"
          label="Hide it: its page isn’t found"
          defaultChecked={hidden}
          data-saved={hidden ? 'on' : ''}
        />
      </div>
      <PictureField
        name="pictureId"
        label="Picture"
        kind="id"
        saved={pictureId ?? ''}
        choices={choices}
        none="No picture"
        hint="Shown above its products, and beside links that are shared."
      />
      <div className="group">
        <Section title="Products">
          <Select
            label="Products are"
            options={[
              ['chosen', 'The ones listed below'],
              ['rule', 'All that meet the conditions below'],
            ]}
            {...saved('kind', rule ? 'rule' : 'chosen')}
          />
          <TextareaField
            label="Products (one per line)"
            rows={8}
            {...saved('productIds', lines)}
            hint="The SKU or slug of each, in the order of the page; up to 100."
            className="mt-6 group-has-[[name=kind]_option[value=rule]:checked]:hidden"
          />
          <RuleFields rule={rule} />
        </Section>
      </div>
    </>
  )
}

const formatAmount = (cents: number | null | undefined) => (cents ? (cents / 100).toFixed(2) : '')

function RuleFields({ rule }: { rule: CollectionRule | null }) {
  const error = useFieldStates().fields?.rule
  return (
    <fieldset
      className="mt-6 group-has-[[name=kind]_option[value=chosen]:checked]:hidden"
      aria-describedby={error && 'rule-error'}
      aria-invalid={error ? true : undefined}
    >
      <legend className="text-ink-soft">Conditions, all of which a product meets</legend>
      {error && (
        <p id="rule-error" className="text-rosewood">
          {error}
        </p>
      )}
      <div className="mt-2 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Select
          label="Category"
          options={[['', 'Any'], ...useCategoryOptions()]}
          {...saved('category', rule?.category ?? '')}
        />
        <Field label="Brand" {...saved('brand', rule?.brand ?? '')} hint="As on the products." />
        <Field label="Search keyword" {...saved('keyword', rule?.keyword ?? '')} hint="As on the products." />
        <Field
          label="Created in the last days"
          inputMode="numeric"
          {...saved('newDays', String(rule?.newDays ?? ''))}
        />
        <Field
          label="Price from (USD)"
          inputMode="decimal"
          {...saved('minPrice', formatAmount(rule?.minPrice))}
        />
        <Field
          label="Price to (USD)"
          inputMode="decimal"
          {...saved('maxPrice', formatAmount(rule?.maxPrice))}
        />
        <Checkbox
          name="reduced"
          label="Only with a compare-at price"
          defaultChecked={rule?.reduced}
          data-saved={rule?.reduced ? 'on' : ''}
        />
      </div>
    </fieldset>
  )
}
