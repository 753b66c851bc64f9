export type FormBody = { [name: string]: string | FormBody }

/** `line_items[0][quantity]=2` as the SDK writes it, nested again. */
export function parseFormBody(textField: string): FormBody {
  const form: FormBody = Object.create(null)
  for (const [key, value] of new URLSearchParams(textField)) {
    const path = key.split(/[[\]]+/).filter(Boolean)
    const lastKey = path.pop()
    if (!lastKey) continue
    let target = form
    for (const segment of path) {
      const next = target[segment]
      const child: FormBody = typeof next === 'object' ? next : Object.create(null)
      target[segment] = child
      target = child
    }
    target[lastKey] = value
  }
  return form
}

export function textField(form: FormBody, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}

export function nestedField(form: FormBody, name: string): FormBody {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}
