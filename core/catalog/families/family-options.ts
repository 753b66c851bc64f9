import { formatSize, type SizeFields } from '../size.ts'

/** Values of these are text under a name that the family gives them, such as Scent or Kit. */
export const CUSTOM_OPTIONS = ['option1', 'option2', 'option3'] as const
export type CustomOption = (typeof CUSTOM_OPTIONS)[number]
export const FAMILY_OPTIONS = ['shade', 'size', ...CUSTOM_OPTIONS] as const
export type FamilyOption = (typeof FAMILY_OPTIONS)[number]

export const MAX_OPTIONS = 3

/** Swatches are for shades with a color. */
export const OPTION_DISPLAYS = ['swatch', 'button', 'list'] as const

type OptionSetting = { name: string; display: (typeof OPTION_DISPLAYS)[number] }
export type OptionSettings = Partial<Record<FamilyOption, OptionSetting>>

/** What the products of a family differ by. */
export type FamilyOptions = { options: FamilyOption[]; optionSettings: OptionSettings }

const DEFAULT_SETTINGS: OptionSettings = {
  shade: { name: 'Shade', display: 'swatch' },
  size: { name: 'Size', display: 'button' },
}

/** What shoppers see: the name of an option, and how its values are shown. */
export function optionSetting(option: FamilyOption, settings: OptionSettings): OptionSetting {
  const defaults = DEFAULT_SETTINGS[option] ?? { name: '', display: 'button' }
  const setting = settings[option]
  return { name: setting?.name || defaults.name, display: setting?.display ?? defaults.display }
}

export type OptionValues = SizeFields & {
  shadeName: string | null
} & Record<CustomOption, string | null>

export function optionValue(option: FamilyOption, product: OptionValues): string | null {
  if (option === 'shade') return product.shadeName
  return option === 'size' ? formatSize(product) || null : product[option]
}

/** In the family's order, without options that the product has no value of. */
export function namedOptions(
  { options, optionSettings }: FamilyOptions,
  product: OptionValues,
): NamedOption[] {
  return options.flatMap((option) => {
    const value = optionValue(option, product)
    return value ? [{ name: optionSetting(option, optionSettings).name, value }] : []
  })
}

export type NamedOption = { name: string; value: string }

/** The form field that has the value. */
export function optionField(option: FamilyOption): 'shadeName' | 'sizeQuantity' | CustomOption {
  if (option === 'shade') return 'shadeName'
  return option === 'size' ? 'sizeQuantity' : option
}

/** What is wrong with a family's options. */
export function optionProblems(
  options: readonly FamilyOption[],
  settings: OptionSettings,
): { option: FamilyOption; message: string }[] {
  const names = options.map((option) => optionSetting(option, settings).name.toLowerCase())
  return options.flatMap((option, index) => {
    const name = names[index] ?? ''
    if (!name) return [{ option, message: 'Enter a name, such as Scent.' }]
    return names.indexOf(name) < index ? [{ option, message: 'Another option has this name.' }] : []
  })
}
