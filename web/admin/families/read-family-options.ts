import {
  CUSTOM_OPTIONS,
  FAMILY_OPTIONS,
  type FamilyOption,
  OPTION_DISPLAYS,
  type OptionSettings,
} from '#core/catalog/families/family-options.ts'
import { Refusal } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'

export const OPTION_PLACES = [1, 2, 3] as const

type ChosenOption = {
  place: number
  option: FamilyOption
  name: string
  display: (typeof OPTION_DISPLAYS)[number]
}

/** A new option gets a free field of the products: rather not that of one that it replaces, which still has its values. */
export function readFamilyOptions(form: FormData) {
  const kinds = OPTION_PLACES.map((place) => fieldText(form, `option${place}.kind`))
  const former = form.getAll('formerOption').map(String)
  const free = CUSTOM_OPTIONS.filter((option) => !kinds.includes(option)).toSorted(
    (one, other) => Number(former.includes(one)) - Number(former.includes(other)),
  )
  const chosenOptions = kinds.flatMap((kind, index): ChosenOption[] => {
    const place = index + 1
    const option = kind === 'other' ? free.shift() : FAMILY_OPTIONS.find((known) => known === kind)
    if (!option) return []
    const name = fieldText(form, `option${place}.name`).trim()
    const chosen = fieldText(form, `option${place}.display`)
    const display = OPTION_DISPLAYS.find((known) => known === chosen) ?? 'button'
    return [{ place, option, name, display }]
  })
  const optionSettings: OptionSettings = {}
  for (const { option, name, display } of chosenOptions) optionSettings[option] = { name, display }
  return { chosenOptions, options: chosenOptions.map(({ option }) => option), optionSettings }
}

/** Shows what is wrong with an option at its inputs, and what is wrong with all of them at the first. */
export async function atOptionFields<Result>(form: FormData, save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const { chosenOptions } = readFamilyOptions(form)
    const fields = Object.entries(error.fields).map(([path, message]) => {
      const [list = '', option] = path.split('.')
      const chosen = chosenOptions.find((each) => each.option === option)
      if (list === 'optionSettings' && chosen) return [`option${chosen.place}.name`, message]
      return [list === 'options' ? 'option1.kind' : path, message]
    })
    throw new Refusal(error.code, error.message, Object.fromEntries(fields))
  }
}
