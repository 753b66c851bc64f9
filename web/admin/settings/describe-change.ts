import type { AuditEntry } from '#core/audit/audit-log.server.ts'
import { formatDate } from '#core/dates.ts'
import { toText } from './setting-text.ts'
import type { FieldKind, SettingField } from './topic.ts'
import { TOPICS } from './topics.ts'

/** A line for each field that changed, such as “Shipping fee (USD): 10.00 → 12.00”. */
export function describeChange(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  timeZone = 'UTC',
): string[] {
  const from = listValues(before, timeZone)
  const to = listValues(after, timeZone)
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((path) => {
    const old = from.get(path) ?? ''
    const current = to.get(path) ?? ''
    const only = old || current
    if (before == null || after == null) return only ? [`${labelFor(path)}: ${only}`] : []
    return old === current ? [] : [`${labelFor(path)}: ${old || 'empty'} → ${current || 'empty'}`]
  })
}

/** The values in a JSON value, as text by their paths. */
function listValues(value: AuditEntry['before'], timeZone: string, path = ''): Map<string, string> {
  if (value == null) return new Map(path ? [[path, '']] : [])
  const kind = SETTINGS.get(path)?.kind ?? (isAmount(path, value) ? 'money' : undefined)
  // Older entries have the return's former state.
  if (path === 'state' && value === 'asked') return new Map([[path, 'requested']])
  if (kind || typeof value !== 'object')
    return new Map([[path, displayText(kind ?? 'text', value, timeZone)]])
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    if (!SETTINGS.has(`${path}.0`)) return new Map([[path, value.join(', ')]])
  const entries = Object.entries(value).flatMap(([name, item]) => [
    ...listValues(item, timeZone, path ? `${path}.${name}` : name),
  ])
  return new Map(entries)
}

function displayText(kind: FieldKind, value: unknown, timeZone: string): string {
  if (kind === 'switch') return value ? 'on' : 'off'
  if (kind === 'included') return value ? 'tax included' : 'tax added'
  const text = toText(kind, value)
  return INSTANT.test(text) ? formatDate(new Date(text), timeZone, 'time') : text
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Amounts that aren’t settings are recorded in minor units. */
function isAmount(path: string, value: unknown): boolean {
  return typeof value === 'number' && /(^|\.)(amount|cents|minimum|originalPrice|price)$/.test(path)
}

const SETTINGS = new Map<string, SettingField>(
  TOPICS.flatMap(({ title: topic, groups }) =>
    groups.flatMap(({ title, inline, fields }) =>
      fields.map((field) => {
        const groups = [inline && topic, title !== field.label && title]
        const label = [...groups.filter(Boolean), field.label].join(', ')
        return [field.name, { ...field, label }] as const
      }),
    ),
  ),
)

/** `shippingAddress.zipCode` is “Shipping address, zip code”. */
function labelFor(path: string): string {
  if (path === 'cents') return 'Amount'
  if (path === 'sku') return 'SKU'
  const words = path
    .replaceAll('.', ', ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
  return SETTINGS.get(path)?.label ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}
