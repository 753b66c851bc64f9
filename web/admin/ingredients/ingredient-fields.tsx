import {
  describeSubstance,
  FUNCTIONS,
  ORIGINS,
  type SubstanceFields,
  TRAITS,
} from '#core/ingredients/substance.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

export type IngredientValues = SubstanceFields & { name: string; isBuiltIn: boolean }

type Props = {
  ingredient: IngredientValues
  /** The names that labels have for allergens. */
  allergenNames: string[]
}

const saved = (name: string, value: string) => ({ name, defaultValue: value, 'data-saved': value })

export function IngredientFields({ ingredient, allergenNames }: Props) {
  const { name, labeledAs, isBuiltIn, synonyms, cas, ec, description } = ingredient
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {!isBuiltIn && (
          <>
            <Field label="INCI name" {...saved('name', name)} hint="As on the label, such as Glycerin." />
            <Select
              label="Fragrance allergen"
              options={[['', 'No'], ...allergenNames.map((allergen) => [allergen, allergen] as const)]}
              {...saved('labeledAs', labeledAs ?? '')}
              hint="The name that the law puts on labels for it."
            />
          </>
        )}
        <TextareaField
          label="Description"
          rows={3}
          {...saved('description', description)}
          hint={`What it does, for shoppers. Empty: ${describeSubstance({ ...ingredient, description: '' }) || 'the sentences of its functions.'}`}
          className="sm:col-span-2"
        />
        <TextareaField
          label="Synonyms (one per line)"
          rows={4}
          {...saved('synonyms', synonyms.join('\n'))}
          hint="Other names in ingredient lists, such as Water for Aqua."
          className="sm:col-span-2"
        />
        <TextareaField label="CAS numbers (one per line)" rows={3} {...saved('cas', cas.join('\n'))} />
        <TextareaField label="EC numbers (one per line)" rows={3} {...saved('ec', ec.join('\n'))} />
      </div>
      <Choices
        title="Functions"
        group="functions"
        options={Object.entries(FUNCTIONS).map(([key, [label]]) => [key, label])}
        chosen={ingredient.functions}
      />
      <Choices
        title="Can come from"
        group="origins"
        options={ORIGINS.map((origin) => [origin, ORIGIN_LABELS[origin]])}
        chosen={ingredient.origins}
      />
      <Choices title="Groups" group="traits" options={Object.entries(TRAITS)} chosen={ingredient.traits} />
    </>
  )
}

const ORIGIN_LABELS = {
  plant: 'Plants or algae',
  animal: 'Animals',
  mineral: 'Minerals',
  synthetic: 'Synthesis',
  biotechnological: 'Fermentation and other biotechnology',
} as const

type ChoicesProps = {
  title: string
  group: string
  options: [key: string, label: string][]
  chosen: readonly string[]
}

function Choices({ title, group, options, chosen }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="text-ink-soft">{title}</legend>
      <div className="mt-1 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {options.map(([key, label]) => (
          <Checkbox
            key={key}
            name={`${group}.${key}`}
            label={label}
            defaultChecked={chosen.includes(key)}
            data-saved={chosen.includes(key) ? 'on' : ''}
          />
        ))}
      </div>
    </fieldset>
  )
}
