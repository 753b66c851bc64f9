import { findAll, type Markup, parseMarkup, textOf } from './markup.ts'
import type { TestVisitor } from './test-store.ts'

type Values = Record<string, string | boolean>

export type PlainBrowser = ReturnType<typeof plainBrowser>
export type PlainPage = Awaited<ReturnType<PlainBrowser['open']>>

const MAX_REDIRECTS = 5

/** Opens pages and submits forms as a browser without scripts does: by the labels of fields and the names of buttons. */
export function plainBrowser<Visitor extends TestVisitor>(
  visitor: Visitor,
  origin = 'http://localhost:3000',
) {
  async function open(path: string, body?: URLSearchParams) {
    let response = await send(path, body)
    let url = new URL(path, origin)
    for (let count = 0; response.headers.has('location') && count < MAX_REDIRECTS; count++) {
      url = new URL(response.headers.get('location') ?? '', url)
      response = await send(url.pathname + url.search)
    }
    return readPage(response, url)
  }

  function send(path: string, body?: URLSearchParams): Promise<Response> {
    const headers = { accept: 'text/html' }
    return body
      ? visitor.request('POST', path, { form: body, headers: { ...headers, origin } })
      : visitor.get(path, { headers })
  }

  async function readPage(response: Response, url: URL) {
    const html = await response.text()
    const root = parseMarkup(html)
    const main = findAll(root, ({ tag }) => tag === 'main')[0] ?? root
    const forms = findAll(root, ({ tag }) => tag === 'form')
    /** The first form with a button and fields. */
    const formWith = (button: string, labels: string[] = []) => {
      const matches = (form: Markup) =>
        buttons(root, form).some((candidate) => nameOf(candidate) === button) &&
        labels.every((label) => findControls(root, form, label).length > 0)
      return one(forms.filter(matches), `button ${button} with ${labels.join(', ') || 'no fields'}`)
    }

    async function submit(button: string, values: Values = {}) {
      const form = formWith(button, Object.keys(values))
      const clicked = buttons(root, form).find((candidate) => nameOf(candidate) === button)
      const { action = '', method } = form.attributes
      const data = formData(root, form, values)
      if (clicked?.attributes.name) data.append(clicked.attributes.name, clicked.attributes.value ?? '')
      const target = new URL(clicked?.attributes.formaction ?? (action || url), url)
      if ((clicked?.attributes.formmethod ?? method) === 'post')
        return open(target.pathname + target.search, data)
      return open(`${target.pathname}?${data}`)
    }

    return {
      html,
      response,
      status: response.status,
      path: url.pathname + url.search + url.hash,
      root,
      text: textOf(root),
      main: textOf(main),
      get heading() {
        return textOf(
          one(
            findAll(root, ({ tag }) => tag === 'h1'),
            'h1',
          ),
        )
      },
      submit,
      /** The field of a label, in the form of a button if several forms have such a field. */
      field: (label: string, button?: string) => describeField(root, button ? formWith(button) : root, label),
      optionValue: (label: string, option: string) =>
        findControls(root, root, label)
          .flatMap((select) => findAll(select, (element) => textOf(element) === option))
          .map(optionValue)[0] ?? '',
      links: (name: string) => linksNamed(root, name).map(({ attributes }) => attributes.href ?? ''),
      /** Prefers a link of the content to one of the header or footer. */
      follow: (name: string) => {
        const link = one([...linksNamed(main, name), ...linksNamed(root, name)], `link ${name}`)
        const { pathname, search, hash } = new URL(link.attributes.href ?? '', url)
        return open(pathname + search + hash)
      },
      rows: (table: string) =>
        findAll(root, ({ tag, attributes }) => tag === 'table' && attributes['aria-label'] === table)
          .flatMap((element) => findAll(element, ({ tag }) => tag === 'tbody'))
          .flatMap((body) => findAll(body, ({ tag }) => tag === 'tr'))
          .map(textOf),
      buttons: findAll(root, ({ tag }) => tag === 'button').map(nameOf),
    }
  }

  return { ...visitor, open }
}

function one(elements: Markup[], name: string): Markup {
  const [element] = elements
  if (!element) throw new Error(`The page has no ${name}`)
  return element
}

export function nameOf(element: Markup): string {
  const isRead = (child: Markup | string) =>
    typeof child === 'string' || child.attributes['aria-hidden'] !== 'true'
  return element.attributes['aria-label'] ?? textOf({ ...element, children: element.children.filter(isRead) })
}

function linksNamed(root: Markup, name: string): Markup[] {
  return findAll(root, (element) => element.tag === 'a' && nameOf(element) === name)
}

function elementsOf(root: Markup, form: Markup, tags: string[]): Markup[] {
  const isElement = ({ tag }: Markup) => tags.includes(tag)
  const { id } = form.attributes
  const outside = id ? findAll(root, (element) => isElement(element) && element.attributes.form === id) : []
  const inside = findAll(form, (element) => isElement(element) && (form === root || !element.attributes.form))
  return [...inside, ...outside]
}

function buttons(root: Markup, form: Markup): Markup[] {
  return elementsOf(root, form, ['button']).filter(({ attributes }) => attributes.type !== 'button')
}

const CONTROLS = ['input', 'select', 'textarea']

/** The fields of a form, or of the page, with a label, or else with a label that starts with it and a hint. */
function findControls(root: Markup, parent: Markup, label: string): Markup[] {
  const labels = findAll(root, ({ tag }) => tag === 'label')
  const namesOf = (control: Markup) => {
    const isItsLabel = (element: Markup) =>
      element.attributes.for
        ? element.attributes.for === control.attributes.id
        : findAll(element, (child) => child === control).length > 0
    return [control.attributes['aria-label'] ?? '', ...labels.filter(isItsLabel).map(textOf)]
  }
  const controls = elementsOf(root, parent, CONTROLS)
  const exact = controls.filter((control) => namesOf(control).includes(label))
  const withHint = (control: Markup) => namesOf(control).some((name) => name.startsWith(`${label} `))
  return exact.length ? exact : controls.filter(withHint)
}

function describeField(root: Markup, parent: Markup, label: string) {
  const control = one(findControls(root, parent, label), `field ${label}`)
  const { 'aria-describedby': describedBy = '', checked } = control.attributes
  const descriptions = describedBy
    .split(' ')
    .flatMap((id) => findAll(root, ({ attributes }) => attributes.id === id))
  return {
    value: enteredValue(control),
    isChecked: checked !== undefined,
    isInvalid: control.attributes['aria-invalid'] === 'true',
    description: descriptions.map(textOf).join(' '),
    attributes: control.attributes,
  }
}

function enteredValue(control: Markup): string {
  if (control.tag === 'textarea') return control.children.join('').replace(/^\n/, '')
  if (control.tag !== 'select') return control.attributes.value ?? ''
  const options = findAll(control, ({ tag }) => tag === 'option')
  const selected = options.find(({ attributes }) => 'selected' in attributes) ?? options[0]
  return selected ? optionValue(selected) : ''
}

const optionValue = (option: Markup) => option.attributes.value ?? textOf(option)

function formData(root: Markup, form: Markup, values: Values): URLSearchParams {
  const typed = new Map(
    Object.entries(values).map(([label, value]) => [findControls(root, form, label)[0], value]),
  )
  const data = new URLSearchParams()
  for (const control of elementsOf(root, form, CONTROLS)) {
    const { name, type, value, checked, disabled } = control.attributes
    if (!name || disabled !== undefined || type === 'file') continue
    const entered = typed.get(control)
    if (type === 'checkbox' || type === 'radio') {
      if (entered ?? checked !== undefined) data.append(name, value ?? 'on')
    } else data.append(name, String(entered ?? enteredValue(control)))
  }
  return data
}
