import { isStorePath } from '../content/safe-link.ts'

export type Redirect = { path: string; target: string }

export const MAX_REDIRECTS = 20_000
const MAX_LENGTH = 500

/** As it is stored and looked up: without the site, in lower case, and without a slash at its end. Null for anything else. */
export function toRedirectPath(address: string): string | null {
  const base = 'https://store.invalid'
  const text = address.trim()
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(text) || !URL.canParse(text, base)) return null
  const { pathname, search } = new URL(text, base)
  const path = (withoutEndSlash(pathname) + search).toLowerCase()
  return path.length <= MAX_LENGTH ? path : null
}

const withoutEndSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** Where staff and programs go, and pages that always exist. */
export const isServedPath = (path: string): boolean =>
  path === '/' || /^\/(?:admin|legacy-admin|api)(?:\/|$|\?)/.test(path)

export function isRedirectTarget(target: string): boolean {
  if (target.length > MAX_LENGTH) return false
  if (target.startsWith('/')) return isStorePath(target)
  if (!/^https:\/\//i.test(target) || !URL.canParse(target)) return false
  const { username, password } = new URL(target)
  return !username && !password && !/[\s"'<>\\]/.test(target)
}

type Line = { number: number; text: string }

/** Reads `/old, /new` per line, or two columns that were copied from a spreadsheet or exported by Shopify. */
export function readRedirectLines(text: string): { redirects: Redirect[] } | { error: string } {
  const lines = text
    .split(/\r?\n/)
    .map((line, index): Line => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text && !/^"?redirect from"?[,;\t]/i.test(line.text))
  const redirects: Redirect[] = []
  for (const { number, text: line } of lines) {
    const [from = '', to = '', ...rest] = line
      .split(line.includes('\t') ? '\t' : /[,;]/)
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    const path = toRedirectPath(from)
    const problem = rest.length
      ? 'Enter two addresses, separated by a comma.'
      : (pathProblem(path) ?? (isRedirectTarget(to) ? undefined : TARGET_PROBLEM))
    if (problem || path === null) return { error: `Line ${number}: ${problem}` }
    redirects.push({ path, target: to })
  }
  return { redirects }
}

export const TARGET_PROBLEM = 'Enter a page of this store (/product/rose-oil) or a web address (https://…).'

export function pathProblem(path: string | null): string | undefined {
  if (path === null)
    return `Enter the old address, such as /products/rose, of at most ${MAX_LENGTH} characters.`
  return isServedPath(path) ? 'The store has a page at this address, so it can’t lead elsewhere.' : undefined
}
