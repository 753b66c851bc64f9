import { z } from 'zod'
import {
  FAMILY_OPTIONS,
  type FamilyOption,
  type FamilyOptions,
  type OptionSettings,
} from '#core/catalog/families/family-options.ts'

const Option = z.enum(FAMILY_OPTIONS)

/** Reads what a new family's products differ by, one per line: `shade`, `size: Volume`, `option1: Scent`. */
export function readFamilyOptions(cell: string): FamilyOptions | { error: string } {
  const options: FamilyOption[] = []
  const optionSettings: OptionSettings = {}
  for (const line of cell.split('\n').map((line) => line.trim())) {
    if (!line) continue
    const [key = '', ...rest] = line.split(':')
    const { data: option } = Option.safeParse(key.trim().toLowerCase())
    if (!option) return { error: `Use one of ${FAMILY_OPTIONS.join(', ')} per line, such as option1: Scent.` }
    options.push(option)
    const name = rest.join(':').trim()
    if (name) optionSettings[option] = { name, display: option === 'shade' ? 'swatch' : 'button' }
  }
  return { options, optionSettings }
}

export const formatFamilyOptions = ({ options, optionSettings }: FamilyOptions): string =>
  options.map((option) => [option, optionSettings[option]?.name].filter(Boolean).join(': ')).join('\n')
