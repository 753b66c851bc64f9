import type { AvoidList } from '#core/customers/avoid-list/avoid-list.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS } from '#core/ingredients/formulas/ingredient-groups.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { IngredientField } from './ingredient-field.tsx'

type Props = {
  list: AvoidList
  /** A new number empties the text field. */
  saves?: number
}

/** Checked is on the list. A change in another tab changes only its own box, so that what is typed stays. */
export function AvoidListFields({ list: { groups, ingredients }, saves = 0 }: Props) {
  return (
    <>
      <fieldset>
        <legend className="label text-ink-soft">Groups</legend>
        <div className="mt-3 grid gap-x-8 sm:grid-cols-2">
          {GROUP_NAMES.map((name) => (
            <Checkbox
              key={`${name} ${groups.includes(name)}`}
              name={name}
              label={INGREDIENT_GROUPS[name].label}
              defaultChecked={groups.includes(name)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="space-y-5">
        <legend className="label text-ink-soft">Ingredients</legend>
        {ingredients.length > 0 && (
          <div className="grid gap-x-8 sm:grid-cols-2">
            {ingredients.map(({ id, name }) => (
              <Checkbox key={id} name={id} label={name} defaultChecked />
            ))}
          </div>
        )}
        <IngredientField key={saves} />
      </fieldset>
    </>
  )
}

/** What is checked. */
export function readCheckedItems(form: FormData) {
  return {
    groups: GROUP_NAMES.filter((name) => form.has(name)),
    ingredients: [...form.keys()].filter((name) => name.startsWith('ing_')),
  }
}
