export type FormBody = { [name: string]: string | FormBody }

/** Parses the Stripe SDK's nested fields, such as `line_items[0][quantity]=2`. */
export function parseFormBody(body: string): FormBody {
  const form: FormBody = Object.create(null)
  for (const [key, value] of new URLSearchParams(body)) {
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
