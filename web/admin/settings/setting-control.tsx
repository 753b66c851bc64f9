import type { StoreSettings } from '#core/settings/store-settings.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { PictureChoice } from '../pictures/picture-choice.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import { ColorField } from './brand/color-field.tsx'
import { displayedText } from './setting-text.ts'
import type { SettingField } from './topic.ts'

export type SettingChoices = {
  settings: StoreSettings
  /** By what the form submits: a file’s path, or a picture’s ID. */
  pictures: Record<'path' | 'id', PictureChoice[]>
  timeZones: string[]
  version: number
}

type Props = SettingChoices & { field: SettingField }

const TAX_OPTIONS: Option[] = [
  ['false', 'Tax is added'],
  ['true', 'Tax is included'],
]
const VISIBILITY_OPTIONS: Option[] = [
  ['open', 'The store'],
  ['coming-soon', 'A coming-soon page'],
]
const NUMBERS = new Set(['money', 'percent', 'rate', 'number', 'optionalNumber'])

export function SettingControl({ field, settings, pictures, timeZones, version }: Props) {
  const { name, label, kind, hint, autoComplete, wide, none = 'None', options = [] } = field
  const saved = displayedText(settings, field)
  const control = {
    name,
    label,
    hint,
    autoComplete,
    defaultValue: saved,
    'data-saved': saved,
    className: wide ? 'sm:col-span-2' : '',
  }
  if (kind === 'logo' || kind === 'picture') {
    const value = kind === 'logo' ? 'path' : 'id'
    const current = { 'brand.icon': '/icon-192.png', 'brand.sharePicture': '/share.jpg' }[name]
    const noneUrl = !saved && current ? `${current}?version=${version}` : ''
    const choices = pictures[value]
    const picture = { name, label, hint, saved, none, noneUrl, kind: value, choices } as const
    return (
      <div className="sm:col-span-2">
        <PictureField {...picture} />
      </div>
    )
  }
  if (kind === 'switch')
    return (
      <div className={`self-end ${control.className}`}>
        <Checkbox name={name} label={label} defaultChecked={saved === 'on'} data-saved={saved} />
        {hint && <p className="-mt-2 pl-9 text-ink-soft">{hint}</p>}
      </div>
    )
  if (kind === 'color') return <ColorField {...control} />
  if (kind === 'choice') return <Select {...control} options={options} />
  if (kind === 'included') return <Select {...control} options={TAX_OPTIONS} />
  if (kind === 'visibility') return <Select {...control} options={VISIBILITY_OPTIONS} />
  if (kind === 'timeZone') return <Select {...control} options={toOptions([saved, ...timeZones])} />
  if (kind === 'lines') return <TextareaField {...control} rows={2} />
  if (kind === 'paragraph') return <TextareaField {...control} rows={4} />
  return <Field {...control} inputMode={NUMBERS.has(kind) ? 'decimal' : undefined} />
}

const toOptions = (values: string[]): Option[] => [...new Set(values)].map((value) => [value, value])
