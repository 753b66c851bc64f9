import { Refusal } from '#core/errors.ts'
import type { StoreSettingsChanges } from '#core/settings/change-store-settings.server.ts'
import { type SettingKey, type StoreAddress, StoreSettings } from '#core/settings/store-settings.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { displayedText, parseText } from './setting-text.ts'
import type { SettingField, Topic } from './topic.ts'
import { fieldsOf } from './topics.ts'

type Tree = Record<string, unknown>

const EMPTY_ADDRESS: StoreAddress = {
  name: '',
  addressLines: [],
  city: '',
  region: '',
  postalCode: '',
  country: '',
}

/** Browsers submit line breaks as CRLF. */
export const typedText = (form: FormData, { name }: SettingField) =>
  fieldText(form, name).replaceAll('\r\n', '\n').trim()

/** A field that shows an initial value is not set by saving another one. */
export function readSettingsForm(
  form: FormData,
  topic: Topic,
  { saved, displayed }: { saved: StoreSettings; displayed: StoreSettings },
): StoreSettingsChanges {
  const settings = structuredClone({ ...saved, returnAddress: saved.returnAddress ?? EMPTY_ADDRESS })
  const errors: Record<string, string> = {}
  for (const field of fieldsOf(topic)) {
    const text = typedText(form, field)
    if (text === displayedText(displayed, field) || (field.kind !== 'switch' && !form.has(field.name)))
      continue
    const parsed = parseText(field.kind, text)
    if ('error' in parsed) errors[field.name] = parsed.error
    else setValue(settings, field.name.split('.'), parsed.value)
  }
  const changes = Object.fromEntries(
    topicKeys(topic).map((key) => {
      const { data, error } = StoreSettings.shape[key].safeParse(settings[key])
      for (const { path, message } of error?.issues ?? []) {
        const name = findField(topic, [key, ...path].join('.'))
        errors[name] ??= message
      }
      return [key, key === 'returnAddress' && isEmptyAddress(settings.returnAddress) ? null : data]
    }),
  )
  if (Object.keys(errors).length)
    throw new Refusal('invalid_input', 'Please fix the highlighted fields.', errors)
  return changes
}

function setValue(tree: unknown, path: string[], value: unknown): void {
  const steps = path.slice(0, -1)
  const parent = steps.reduce((node, step) => (node as Tree)[step], tree) as Tree
  parent[path.at(-1) ?? ''] = value
}

function topicKeys(topic: Topic): SettingKey[] {
  return [...new Set(fieldsOf(topic).map(({ name }) => name.split('.')[0] as SettingKey))]
}

/** A problem of several fields is shown at the first of them. */
function findField(topic: Topic, path: string): string {
  const names = fieldsOf(topic).map(({ name }) => name)
  return names.find((name) => path === name || path.startsWith(`${name}.`) || name.startsWith(path)) ?? path
}

const isEmptyAddress = ({ addressLines, ...texts }: StoreAddress) =>
  addressLines.length === 0 && Object.values(texts).every((text) => text.trim() === '')
