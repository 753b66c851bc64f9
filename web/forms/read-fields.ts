import type { Fields } from '#core/fields/fields.ts'

type FieldsRead<Declared extends Fields> = {
  /** To be checked with the schema of the whole. A field that can't be read has its empty value. */
  values: { [Name in keyof Declared]: unknown }
  errors: Record<string, string>
}

/** Reads the inputs of declared fields. */
export function readFields<Declared extends Fields>(fields: Declared, form: FormData): FieldsRead<Declared> {
  const errors: Record<string, string> = {}
  const values = Object.entries(fields).map(([name, { kind, parse, empty }]) => {
    const text = String(form.get(name) ?? '').trim()
    const parsed = parse(kind === 'flag' ? (form.has(name) ? 'yes' : 'no') : text)
    if (!('error' in parsed)) return [name, parsed.value]
    errors[name] = parsed.error
    return [name, empty]
  })
  return { values: Object.fromEntries(values), errors }
}
