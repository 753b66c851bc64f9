import type { Permission } from '#core/permissions/permissions.ts'

/** The lists whose filters can be saved, with what it takes to open them. */
export const VIEW_LISTS = {
  orders: 'orders.view',
  users: 'customers.view',
  products: 'products.view',
} as const satisfies Record<string, Permission>
export type ViewList = keyof typeof VIEW_LISTS

export const MAX_SAVED_VIEWS = 20

const PARAMS = ['show', 'in', 'tag', 'period', 'from', 'to', 'country', 'sort', 'q']

/** The parts of a list's URL that a view saves, in one order, so that views can be compared with the URL. */
export function viewParams(search: string): string {
  const params = new URLSearchParams(search)
  const saved = PARAMS.flatMap((name) => {
    const value = params.get(name)?.replaceAll('\0', '').slice(0, 150)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(saved).toString()
}
