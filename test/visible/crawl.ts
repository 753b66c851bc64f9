import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { queryColumn, sql } from '#db/sql.ts'
import { LIST_EXPORTS } from '#web/admin/exports/list-exports.ts'
import { SCREENS } from '#web/admin/screens.ts'
import { listApiOperations } from '../api-operations.ts'
import type { TestStore, TestVisitor } from '../test-store.ts'

/** A screen or an operation, with URLs of it that exist. */
export type Place = { name: string; urls: string[] }

/** What URLs contain instead of an ID. If the crawl finds no URL for a new screen, its word is missing here. */
const WORDS = [
  ...['selected', 'packing-slip', 'invoice', 'label'],
  ...['journal', 'tax', 'trial-balance', 'balance-sheet'],
  ...Object.keys(LIST_EXPORTS).map((list) => `${list}.csv`),
  ...['admin-uploads', 'admin_uploads', '0', '1'],
]

/** The first name of the seeded orders. */
export const SEARCHED = 'Zqfirst'

type Ids = { seeded: string[]; other: string[] }

/** Every screen of the back office and every API operation that reads, as the owner can open them. */
export async function findPlaces(
  { store, owner, db }: { store: TestStore; owner: TestVisitor; db: Db },
  seeded: string[],
): Promise<Place[]> {
  const ids = { seeded, other: await sampleIds(db) }
  const operations = (await listApiOperations(store)).filter(({ method }) => method === 'GET')
  const templates = [
    ...SCREENS.map(({ url }) => ({ name: `/admin/${url}`, template: `/admin/${url}` })),
    ...operations.map(({ path }) => ({
      name: `GET ${path}`,
      template: `/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`,
    })),
  ]
  const places: Place[] = []
  for (const { name, template } of templates)
    places.push({ name, urls: await findUrls(owner, template.replace(/\/:\w+\?$|\/$/, ''), ids) })
  return places
}

async function findUrls(owner: TestVisitor, template: string, ids: Ids): Promise<string[]> {
  const [, before = template, after = ''] = /^(.*?):\w+(.*)$/.exec(template) ?? []
  if (before === template) return (await opens(owner, template)) ? [template] : []
  const urls: string[] = []
  for (const word of WORDS) urls.push(...(await findUrlsWith(owner, before + word, after, ids)))
  for (const id of urls.length ? ids.seeded : [...ids.seeded, ...ids.other]) {
    const found = await findUrlsWith(owner, before + id, after, ids)
    urls.push(...found)
    // One record shows what the others do.
    if (found.length) break
  }
  return urls
}

/** Whether a record exists is asked once, and not for each of its pages. */
async function findUrlsWith(owner: TestVisitor, start: string, rest: string, ids: Ids): Promise<string[]> {
  const mayExist = !rest.includes(':') || start.endsWith('/selected') || (await opens(owner, start))
  return mayExist ? findUrls(owner, start + rest, ids) : []
}

async function opens(visitor: TestVisitor, url: string): Promise<boolean> {
  for (const query of QUERIES) {
    const response = await visitor.get(toData(url) + query)
    await response.arrayBuffer()
    if (response.ok) return true
  }
  return false
}

/** A screen's data comes without its page. */
const toData = (url: string) => (isScreen(url) && !url.includes('/export/') ? `${url}.data` : url)

const isScreen = (url: string) => url.startsWith('/admin')

/** `all` prints everything that a list shows. */
const QUERIES = ['?all=1&file=entries', `?all=1&q=${SEARCHED}`]

/** All text that the visitor gets from a place: the API's answer, or a page's data, which has everything that the page shows. */
export async function readPlace(
  visitor: TestVisitor,
  { urls }: Place,
  headers: Record<string, string> = {},
): Promise<string> {
  const texts: string[] = []
  for (const url of urls)
    for (const query of QUERIES) {
      const response = await visitor.get(toData(url) + query, { headers })
      if (response.status >= 500) throw new Error(`${url} answered ${response.status}`)
      if (response.status === 403) break
      // What was searched for is shown again.
      if (response.ok) texts.push((await response.text()).replaceAll(SEARCHED, ''))
    }
  return texts.join('\n')
}

/** The newest IDs of each table, and what else names a row in a URL. */
async function sampleIds(db: Db): Promise<string[]> {
  const columns = await queryColumn(db, z.string())`
    select format('(select %I::text as id from %I order by ctid desc limit 2)', column_name, table_name)
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('id', 'number')
      and data_type in ('text', 'integer')
    order by table_name, column_name`
  return queryColumn(
    db,
    z.string(),
  )`select distinct id from (${sql.raw(columns.join(' union all '))}) i where id ~ ${'^[A-Za-z0-9_-]+$'} order by id`
}
