import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Actor } from '#core/context.ts'
import { STAFF_ROLES, type StaffRole } from '#core/permissions/staff-roles.ts'
import { contextForVisitor, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { pagePolicy } from './page-access.ts'
import siteMap from './routes.ts'

/** Each screen and form of the current layout, with its route ID. */
async function listAdminPages(): Promise<{ path: string; id: string }[]> {
  const admin = (await siteMap).find(({ path }) => path === 'admin')
  const [boundary] = (admin?.children ?? []) as RouteConfigEntry[]
  const pages = (boundary?.children ?? []) as RouteConfigEntry[]
  return pages.map(({ path = '', id = '' }) => ({ path: path ? `/admin/${path}` : '/admin', id }))
}

const fillIn = (path: string) => path.replace(/\*$/, 'nowhere').replace(/:\w+/g, 'none')

test.for(STAFF_ROLES)(
  'the pages and forms of the back office answer a %s as the table says',
  {
    timeout: 120_000,
  },
  async (staffRole: StaffRole, { ctx, store, connection }) => {
    const visitor = plainBrowser(await signInVisitor(store, connection.db, { staffRole }))
    const { actor } = await contextForVisitor(ctx, visitor)
    const isAllowed = (path: string, who: Actor) => pagePolicy(path)?.isAllowed(who) ?? false
    const wrong: string[] = []
    for (const { path, id } of await listAdminPages()) {
      const url = fillIn(path)
      const page = await visitor.get(url)
      if (isAllowed(path, actor)) {
        if ([303, 403, 500].includes(page.status) && !path.endsWith('/sidebar'))
          wrong.push(`${url}: ${page.status}`)
        continue
      }
      const form = await visitor.request('POST', url, { form: {} })
      const loaderData = await visitor.get(`${url}.data?_routes=${encodeURIComponent(id)}`)
      const statuses = [page.status, form.status, loaderData.status]
      if (statuses.some((status) => status !== 403)) wrong.push(`${url}: ${statuses}`)
      if (!(await page.text()).includes('Your role doesn’t include')) wrong.push(`${url} doesn’t say why`)
    }
    expect(wrong).toEqual([])
  },
)

test.for(['/admin/orders', '/ADMIN/orders', '/%61dmin/orders', '/Legacy-Admin/orders', '/admin'])(
  'the back office is found under %s',
  async (path, { admin }) => {
    expect((await admin.get(path)).status).toBe(200)
  },
)

test('but not under a path that only begins like its own', async ({ admin }) => {
  for (const path of ['/administrator', '/admin-orders']) expect((await admin.get(path)).status).toBe(404)
})
