import { z } from '@hono/zod-openapi'
import { ROLES } from '#core/accounts/account.ts'
import { blockCustomer, unblockCustomer } from '#core/accounts/block-customer.server.ts'
import { findProfile, listProfiles } from '#core/accounts/profiles.server.ts'
import { changeRole } from '#core/accounts/roles.server.ts'
import { removeSecondFactor } from '#core/accounts/security/remove-second-factor.server.ts'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { Refusal } from '#core/errors.ts'
import { anyOf } from '../access.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { ProfileResponse, toProfileResponse } from '../profile/profile.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from '../responses.ts'
import { createRouter } from '../router.ts'
import { ApprovalReasonInput, approvalRequested, toApprovalResponse } from './approval-schema.ts'
import { OWNER_PROOF_NEEDED, ownerProofFields, toOwnerProof } from './people/owner-proof.ts'

const list = defineRoute('Admin', 'get', '/admin/profiles', {
  access: 'customers.view',
  summary: 'List all profiles, newest first',
  request: { query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(ProfileResponse), 'A page of profiles'),
    ...errorResponses(400),
  },
})

const ProfileUpdate = z
  .object({
    role: z.enum(ROLES).optional(),
    blocked: z.boolean().optional(),
    approval_reason: ApprovalReasonInput,
    ...ownerProofFields,
  })
  .refine(
    ({ role, blocked }) => (role === undefined) !== (blocked === undefined),
    'Send either `role` or `blocked`.',
  )

const change = defineRoute('Admin', 'patch', '/admin/profiles/{id}', {
  access: anyOf('customers.edit', 'staff.edit'),
  summary:
    'Change a user’s role or block a customer; the last and the designated administrator are protected',
  description: `For \`role\`, and to unblock a member of the staff: ${OWNER_PROOF_NEEDED}`,
  request: { params: z.object({ id: z.string() }), ...jsonBody(ProfileUpdate) },
  responses: {
    200: jsonResponse(ProfileResponse, 'The profile'),
    ...approvalRequested,
    ...errorResponses(400, 404, 409, 429),
  },
})

const secondFactorRemoval = defineRoute('Admin', 'post', '/admin/profiles/{id}/second-factor/removal', {
  access: 'staff.edit',
  summary: 'Turn off the two-step sign-in of someone who lost their phone and recovery codes; for owners',
  request: {
    params: z.object({ id: z.string() }),
    ...jsonBody(
      z.object({
        password: z.string().describe('The owner’s own password'),
        code: z.string().optional().describe('The owner’s own code, if they use two-step sign-in'),
      }),
    ),
  },
  responses: { ...NO_CONTENT, ...errorResponses(400, 404, 409, 429) },
})

export const adminProfiles = createRouter()
  .openapi(list, async (c) => {
    const page = await listProfiles(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: page.rows.map(toProfileResponse), next_cursor: page.next }, 200)
  })
  .openapi(change, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { role, blocked, approval_reason: reason, ...body } = c.req.valid('json')
    const proof = toOwnerProof(body)
    if (blocked) await blockCustomer(ctx, id)
    if (blocked === false) await unblockCustomer(ctx, id, proof)
    const change = await runOrRequestApproval(ctx, reason, async () =>
      role ? changeRole(ctx, { id, role }, proof) : findProfile(ctx.db, id),
    )
    if (change.request) return c.json(toApprovalResponse(change.request), 202)
    const profile = change.result
    if (!profile) throw new Refusal('not_found', 'Customer not found.')
    return c.json(toProfileResponse(profile), 200)
  })
  .openapi(secondFactorRemoval, async (c) => {
    await removeSecondFactor(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
