export type Form = { [name: string]: string | Form }

/** `line_items[0][quantity]=2` as the SDK writes it, nested again. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter(Boolean)
    const last = path.pop()
    if (!last) continue
    let level = form
    for (const step of path) {
      const next = level[step]
      const below: Form = typeof next === 'object' ? next : Object.create(null)
      level[step] = below
      level = below
    }
    level[last] = value
  }
  return form
}

export function text(form: Form, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}

export function part(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}
