import { z } from 'zod'
import { listSignedSeals } from '#core/audit/signed-seals.server.ts'
import { snakeCase } from '#core/fields/fields.ts'
import { requireAdmin } from '../admin-context.ts'
import type { Route } from './+types/signed-seals'

const MOST_SEALS = 500
const Day = z.iso.date().optional().catch(undefined)

/** A file of the signed seals of a day, to be checked without this store. The fields are named as in the API. */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const day = Day.parse(url.searchParams.get('day') ?? undefined)
  const { rows } = await listSignedSeals(ctx, { day, limit: MOST_SEALS })
  const data = rows.map((seal) =>
    Object.fromEntries(Object.entries(seal).map(([name, value]) => [snakeCase(name), value])),
  )
  return new Response(`${JSON.stringify({ data }, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="audit-seals${day ? `-${day}` : ''}.json"`,
    },
  })
}
