import { z } from '@hono/zod-openapi'

/** What every list of the back office may be asked for. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(4000).optional(),
})

export function pageOf<Schema extends z.ZodType>(one: Schema) {
  return z.object({ data: z.array(one), next_cursor: z.string().nullable() })
}
