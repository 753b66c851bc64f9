import { CUSTOM_OPTIONS, type FamilyOptions, optionSetting } from '#core/catalog/families/family-options.ts'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

/** Without a family, its options aren't known yet. */
export function ShadeLinesField({ family, className }: { family?: FamilyOptions; className?: string }) {
  const isCustom = CUSTOM_OPTIONS.some((option) => family?.options.includes(option))
  return (
    <TextareaField
      label="Products (one per line)"
      name="lines"
      rows={6}
      placeholder={isCustom ? undefined : 'Mulberry, 12, #8c3a4f\nRosewood, 14, #a0525e'}
      hint={family && isCustom ? optionsHint(family) : SHADES_HINT}
      className={className}
    />
  )
}

const SHADES_HINT =
  'Name, code, #color, or rows copied from a spreadsheet. You can add a size (30 ml), a price ($38), and a finish. With other options, write the value of each one, in their order.'

function optionsHint({ options, optionSettings }: FamilyOptions): string {
  const names = options
    .filter((option) => option !== 'size')
    .map((option) => optionSetting(option, optionSettings).name)
  return `${names.join(', ')}, or rows copied from a spreadsheet. You can add a size (30 ml) and a price ($38).`
}
