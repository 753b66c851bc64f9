import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Modules may import those above them. Change the order only with a decision record.
const NOUNS = [
  'fields',
  'child-process',
  'browser-data',
  'permissions',
  'audit',
  'saved-views',
  'settings',
  'approval-rules',
  'outbox',
  'email',
  'personal-reads',
  'accounts',
  'regions',
  'webhooks',
  'media',
  'brand',
  'catalog',
  'ingredients',
  'compliance',
  'content',
  'redirects',
  'search',
  'customers',
  'cart',
  'wishlist',
  'offers',
  'pricing',
  'samples',
  'payments',
  'gift-cards',
  'orders',
  'reviews',
  'checkout',
  'draft-orders',
  'checkout-reminders',
  'data-imports',
  'privacy',
  'accounting',
  'approvals',
  'batches',
  'adverse-events',
  'analytics',
  'storefront',
  'readiness',
]
const FOLDERS = ['api', 'bench', 'core', 'db', 'demo', 'e2e', 'sandbox', 'scripts', 'server', 'test', 'web']

type Import = { from: string; to: string; typeOnly: boolean }

const sources = FOLDERS.flatMap(filesIn)
const imports = sources.flatMap(findImports)

test('every import follows the dependency rules', () => {
  expect(imports.filter(({ from }) => !isTest(from)).flatMap(violation)).toEqual([])
})

test('the check finds imports and rejects forbidden ones', () => {
  expect(imports.length).toBeGreaterThan(100)
  const forbiddenImports: [string, string][] = [
    ['web/storefront/home/home.tsx', 'db/connection.ts'],
    ['web/ui/button.tsx', 'core/catalog/product.ts'],
    ['api/catalog/products.ts', 'web/request-context.ts'],
    ['core/catalog/product.ts', 'core/orders/order-status.ts'],
    ['core/media/picture.ts', 'core/catalog/product.ts'],
    ['core/email/email-transport.ts', 'server/config.ts'],
    ['core/money.ts', 'core/regions/regions.ts'],
    ['db/connection.ts', 'core/money.ts'],
  ]
  for (const [from, to] of forbiddenImports) expect(violation({ from, to, typeOnly: false })).not.toEqual([])
})

test('there are no barrel files and no catch-all folders', () => {
  const forbiddenName = /(^|\/)(index\.tsx?$|(utils?|helpers?|misc|lib|services?|managers?)(\/|\.ts))/
  expect(sources.filter((file) => forbiddenName.test(file))).toEqual([])
})

test('every module of core is in the dependency order', () => {
  const nouns = readdirSync('core', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(nouns.map(({ name }) => name).filter((name) => !NOUNS.includes(name))).toEqual([])
})

test('docs/architecture.md has the same order', () => {
  const [, list = ''] =
    /order of nouns in core:\n([^.]*)\./.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  expect([...list.matchAll(/`([\w-]+)`/g)].map(([, noun]) => noun)).toEqual(NOUNS)
})

test('no import cycles', () => {
  expect(findCycles(imports)).toEqual([])
  expect(findCycles([toImport('a', 'b'), toImport('b', 'c'), toImport('c', 'a')])).toEqual([['a', 'b', 'c']])
})

test('a folder holds at most 20 source files', () => {
  const sizes = Map.groupBy(sources.filter(isProduct), (file) => path.posix.dirname(file))
  expect([...sizes].filter(([, files]) => files.length > 20).map(([folder]) => folder)).toEqual([])
})

test('production code imports nothing from scripts or benchmarks', () => {
  const fromScripts = imports.filter(({ from, to }) => isProduct(from) && /^(scripts|bench)\//.test(to))
  expect(fromScripts.filter(({ from }) => !/^(scripts|bench)\//.test(from))).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const longFiles = sources.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301)
  expect(longFiles).toEqual([])
})

function violation({ from, to, typeOnly }: Import): string[] {
  return isAllowed(from, to, typeOnly) ? [] : [`${from} may not import ${to}`]
}

function isAllowed(from: string, to: string, typeOnly: boolean): boolean {
  const [folder, noun] = from.split('/')
  const [toFolder, toNoun] = to.split('/')
  if (
    folder === 'server' ||
    folder === 'scripts' ||
    folder === 'bench' ||
    folder === 'test' ||
    folder === 'e2e'
  ) {
    return true
  }
  if (folder === 'db') return toFolder === 'db'
  if (folder === 'demo' || folder === 'sandbox') return [folder, 'core', 'db'].includes(toFolder ?? '')
  if (folder === 'api') return toFolder === 'api' || toFolder === 'core'
  if (from.startsWith('web/ui/')) return to.startsWith('web/ui/') || to === 'core/money.ts'
  if (folder === 'web') return toFolder === 'web' || toFolder === 'core'
  // The SQL tag makes text and touches no database.
  if (toFolder === 'db') return noun?.endsWith('.ts') ? typeOnly || to === 'db/sql.ts' : true
  if (toFolder !== 'core') return false
  if (noun?.endsWith('.ts')) return to.split('/').length === 2 || typeOnly
  if (toNoun?.endsWith('.ts')) return true
  return NOUNS.indexOf(toNoun ?? '') <= NOUNS.indexOf(noun ?? '')
}

test('a change that needs a permission runs in a staffTransaction', () => {
  // A change of an administrator's role locks all of them first.
  const exceptions = ['core/permissions/staff-transaction.server.ts', 'core/accounts/roles.server.ts']
  const writes = /ctx\.db\.transaction\(|\(ctx\.db(?:, \w+)?\)`\s*(?:insert|update|delete)\b/
  const offenders = sources
    .filter((file) => file.startsWith('core/') && isProduct(file) && !exceptions.includes(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(/\n(?=(?:export )?(?:async )?function )/)
        .filter((source) => /\brequire(?:Permission|PersonWith)\(/.test(source) && writes.test(source))
        .map((source) => `${file}: ${/function (\w+)/.exec(source)?.[1]}`),
    )
  expect(offenders).toEqual([])
})

/** Groups of files that import each other, types included (Tarjan's algorithm). */
function findCycles(edges: Import[]): string[][] {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const order = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    const index = order.size
    let low = index
    order.set(file, index)
    stack.push(file)
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low)
    }
    if (low === index) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) cycles.push(group.sort())
    }
    return low
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return cycles
}

function toImport(from: string, to: string): Import {
  return { from, to, typeOnly: false }
}

function isProduct(file: string): boolean {
  return !isTest(file) && !/^(e2e|test)\//.test(file)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name).replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('/node_modules/'))
}

function findImports(from: string): Import[] {
  const source = readFileSync(from, 'utf8')
  const matches = source.matchAll(/(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/g)
  return [...matches].flatMap(([, typeOnly, staticPath, dynamic]) => {
    const to = resolveImport(from, staticPath ?? dynamic ?? '')
    return to ? [{ from, to, typeOnly: Boolean(typeOnly) }] : []
  })
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.') && !specifier.includes('+types')) {
    return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  }
  return undefined
}

function isTest(file: string): boolean {
  return /\.(test|spec|fixture)\.tsx?$/.test(file)
}
