import type { FamilyOption, FamilyOptions } from '#core/catalog/families/family-options.ts'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { OPTION_PLACES } from './read-family-options.ts'

/** Up to three options, each of them a shade, a size, or one that the owner names. */
export function FamilyOptionFields({ options, optionSettings }: FamilyOptions) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-3 text-ink-soft">Products differ by</legend>
      {options.map((option) => (
        <input key={option} type="hidden" name="formerOption" value={option} />
      ))}
      <div className="space-y-4">
        {OPTION_PLACES.map((place, index) => {
          const option = options[index]
          return (
            <OptionFields
              key={place}
              place={place}
              option={option}
              setting={option && optionSettings[option]}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

type OptionFieldsProps = {
  place: (typeof OPTION_PLACES)[number]
  option: FamilyOption | undefined
  setting: FamilyOptions['optionSettings'][FamilyOption] | undefined
}

function OptionFields({ place, option = undefined, setting }: OptionFieldsProps) {
  const kind = option ?? ''
  const display = setting?.display ?? (option === 'shade' ? 'swatch' : 'button')
  const isCustom = kind.startsWith('option')
  return (
    <div className="grid gap-x-8 gap-y-2 sm:grid-cols-3">
      <Select
        label={`Option ${place}`}
        name={`option${place}.kind`}
        options={[...KINDS, [isCustom ? kind : 'other', 'Other']]}
        defaultValue={kind}
        data-saved={kind}
      />
      <Field
        label={`Name of option ${place}`}
        name={`option${place}.name`}
        placeholder={NAMES[kind] ?? 'Scent'}
        defaultValue={setting?.name ?? ''}
        data-saved={setting?.name ?? ''}
      />
      <Select
        label={`Option ${place} is shown as`}
        name={`option${place}.display`}
        options={DISPLAYS}
        defaultValue={display}
        data-saved={display}
      />
    </div>
  )
}

const KINDS: Option[] = [
  ['', 'None'],
  ['shade', 'Shade'],
  ['size', 'Size'],
]

const NAMES: Record<string, string> = { shade: 'Shade', size: 'Size' }

const DISPLAYS: Option[] = [
  ['swatch', 'Swatches'],
  ['button', 'Buttons'],
  ['list', 'List'],
]
