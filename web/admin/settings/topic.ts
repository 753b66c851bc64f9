import type { Option } from '#web/ui/fields/options.tsx'

export type FieldKind =
  | 'text'
  | 'paragraph'
  | 'lines'
  | 'money'
  | 'percent'
  | 'rate'
  | 'number'
  | 'optionalNumber'
  | 'amounts'
  | 'switch'
  | 'included'
  | 'timeZone'
  | 'logo'
  | 'picture'
  | 'color'
  | 'choice'
  | 'visibility'

/** `name` is the path of the setting in `StoreSettings`. */
export type SettingField = {
  name: string
  label: string
  kind: FieldKind
  hint?: string
  autoComplete?: string
  wide?: boolean
  /** What no picture means. */
  none?: string
  /** Of a choice. */
  options?: readonly Option[]
}

/** The fields of an `inline` group stand beside its title. */
export type SettingGroup = { title?: string; text?: string; inline?: boolean; fields: SettingField[] }

export type Topic = { id: string; title: string; lead: string; groups: SettingGroup[] }
