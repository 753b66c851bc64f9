import { z } from '@hono/zod-openapi'
import { listSignedSeals, SEAL_STATUSES } from '#core/audit/signed-seals.server.ts'
import { toApiRow } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const SignedSealResponse = z
  .object({
    place: z.int().describe('Of the seal in the chain'),
    entry_id: z.int().describe('The last entry that the seal includes'),
    hash: z.string().describe('SHA-256 of the entry and the seal before it, in hexadecimal'),
    signer: z.string().describe('The public Ed25519 key, in base64url'),
    signature: z.string().describe('Of “place entry_id hash”, in base64url'),
    signed_at: z.iso.datetime(),
    status: z
      .enum(SEAL_STATUSES)
      .describe(
        '`altered`: the log has another seal in its place, or the signature is wrong. `unknown_signer`: signed with a secret that this store doesn’t have, such as one that was replaced.',
      ),
  })
  .openapi('SignedAuditSeal')

const list = defineRoute('Admin', 'get', '/admin/audit-log/signed-seals', {
  access: 'audit.view',
  summary: 'List the signed seals of the audit log, newest first',
  request: {
    query: pageQuery.extend({ day: z.iso.date().optional().describe('Signed on this day, in UTC') }),
  },
  responses: {
    200: jsonResponse(pageResponse(SignedSealResponse), 'A page of seals'),
    ...errorResponses(400),
  },
})

export const signedSeals = createRouter().openapi(list, async (c) => {
  const { rows, next } = await listSignedSeals(c.get('ctx'), c.req.valid('query'))
  return c.json({ data: rows.map(toApiRow), next_cursor: next }, 200)
})
