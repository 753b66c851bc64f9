import { z } from '@hono/zod-openapi'
import { PERSONAL_DATA, READ_WAYS } from '#core/personal-reads/personal-read.ts'
import { listPersonalDataReads } from '#core/personal-reads/personal-reads.server.ts'
import { toApiRow } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const ReadsResponse = z
  .object({
    id: z.int(),
    day: z.iso.date().describe('In the store’s time zone'),
    reader_id: z.string().describe('Of an account or an API key'),
    reader: z.string().nullable().describe('An email address or a key’s name; null for a deleted account'),
    data: z.enum(PERSONAL_DATA),
    way: z.enum(READ_WAYS),
    records: z.int(),
  })
  .openapi('PersonalDataReads')

const list = defineRoute('Admin', 'get', '/admin/audit-log/personal-data-reads', {
  access: 'audit.view',
  summary: 'List who read how many personal records, by day, list, and way, newest first',
  request: {
    query: pageQuery.extend({
      data: z.enum(PERSONAL_DATA).optional(),
      reader: z
        .string()
        .max(200)
        .optional()
        .describe('A part of the email address, the key’s name, or the ID'),
    }),
  },
  responses: { 200: jsonResponse(pageResponse(ReadsResponse), 'A page of reads'), ...errorResponses(400) },
})

export const personalDataReads = createRouter().openapi(list, async (c) => {
  const { data, reader, ...page } = c.req.valid('query')
  const { rows, next } = await listPersonalDataReads(c.get('ctx'), { ...page, filter: data, search: reader })
  return c.json({ data: rows.map(toApiRow), next_cursor: next }, 200)
})
