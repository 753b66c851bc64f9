import { MAX_COLUMN_LINKS, MAX_COLUMNS } from '#core/content/navigation/limits.ts'
import { resetNavigation, saveNavigation } from '#core/content/navigation/manage-navigation.server.ts'
import { Refusal } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'
import type { AdminForm } from '../../admin-route.ts'

/** Keyed by the path of each form in screens.ts. */
export const NAVIGATION_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, form }) => {
    const { input, names } = readNavigationForm(form)
    try {
      await saveNavigation(ctx, readVersion(form), input)
    } catch (error) {
      throw error instanceof Refusal && error.fields ? atRows(error, error.fields, names) : error
    }
    return 'navigation-saved'
  },
  reset: async ({ ctx, form }) => {
    await resetNavigation(ctx, readVersion(form))
    return 'navigation-reset'
  },
}

const readVersion = (form: FormData) => Number(fieldText(form, 'version'))

/** Empty rows are left out. `names` leads from a place in the input to the name of its row in the form. */
export function readNavigationForm(form: FormData) {
  const names = new Map<string, string>()
  const text = (name: string) => fieldText(form, name).trim()
  const indexes = (max: number) => Array.from({ length: max }, (_, index) => index)

  const readLinks = (path: string, inputPath = path) =>
    indexes(MAX_COLUMN_LINKS + 1)
      .map((index) => `${path}.${index}`)
      .map((name) => ({ name, address: text(`${name}.address`), label: text(`${name}.label`) }))
      .filter(({ address, label }) => address || label)
      .map(({ name, ...link }, index) => {
        names.set(`${inputPath}.${index}`, name)
        return link
      })

  const columns = indexes(MAX_COLUMNS + 1)
    .map((index) => `columns.${index}`)
    .filter((name) => text(`${name}.heading`) || readLinks(`${name}.links`).length)
    .map((name, index) => {
      names.set(`columns.${index}`, name)
      return { heading: text(`${name}.heading`), links: readLinks(`${name}.links`, `columns.${index}.links`) }
    })
  return { input: { header: readLinks('header'), columns, social: readLinks('social') }, names }
}

function atRows({ code, message }: Refusal, fields: Record<string, string>, names: Map<string, string>) {
  const entries = Object.entries(fields).map(([path, problem]) => [toFormName(path, names), problem])
  return new Refusal(code, message, Object.fromEntries(entries))
}

function toFormName(path: string, names: Map<string, string>): string {
  const [row] = /^(header|social|columns\.\d+\.links)\.\d+/.exec(path) ?? /^columns\.\d+/.exec(path) ?? []
  return row ? (names.get(row) ?? row) + path.slice(row.length) : path
}
