import { z } from '@hono/zod-openapi'

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(4000).optional(),
})

export function pageResponse<Schema extends z.ZodType>(item: Schema) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() })
}
