import { z } from '@hono/zod-openapi'
import { Email, ROLES } from '#core/accounts/account.ts'
import {
  inviteStaff,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type StaffInvitation,
} from '#core/accounts/staff/invitations.server.ts'
import { removeStaffMember } from '#core/accounts/staff/remove-staff.server.ts'
import { changeStaffRole, listStaff, type StaffMember } from '#core/accounts/staff/staff.server.ts'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, optionalJsonBody } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { ApprovalReasonInput, approvalRequested, toApprovalResponse } from '../approval-schema.ts'
import { OWNER_PROOF_NEEDED, ownerProofFields, toOwnerProof } from './owner-proof.ts'

const StaffRole = z.enum(STAFF_ROLES)

const StaffResponse = z
  .object({
    id: z.string(),
    email: z.string(),
    full_name: z.string().nullable(),
    role: z.enum(ROLES).describe('`admin` is an owner'),
    staff_role: StaffRole.nullable().describe('Null for owners'),
    two_step_sign_in: z.boolean(),
    last_sign_in_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .openapi('StaffMember')

const InvitationResponse = z
  .object({
    id: z.string(),
    email: z.string(),
    staff_role: StaffRole,
    invited_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .openapi('StaffInvitation')

const idParam = z.object({ id: z.string() })

const list = defineRoute('Admin', 'get', '/admin/staff', {
  operationId: 'listAdminStaff',
  access: 'staff.edit',
  summary: 'List owners and staff, oldest first',
  request: { query: pageQuery },
  responses: { 200: jsonResponse(pageResponse(StaffResponse), 'A page of staff'), ...errorResponses(400) },
})

const change = defineRoute('Admin', 'patch', '/admin/staff/{id}', {
  access: 'staff.edit',
  summary: 'Change the role of a member of the staff; null removes them from the staff',
  description: OWNER_PROOF_NEEDED,
  request: {
    params: idParam,
    ...jsonBody(
      z.object({
        staff_role: StaffRole.nullable(),
        approval_reason: ApprovalReasonInput,
        ...ownerProofFields,
      }),
    ),
  },
  responses: {
    204: { description: 'Changed' },
    ...approvalRequested,
    ...errorResponses(400, 404, 409, 429),
  },
})

const remove = defineRoute('Admin', 'post', '/admin/staff/{id}/removal', {
  access: 'staff.edit',
  summary: 'Remove an owner or a member of the staff from the back office',
  description: `Their sessions end, their API keys and invitations are revoked, and their webhook endpoints are paused. Their account and orders as a customer remain. ${OWNER_PROOF_NEEDED}`,
  request: {
    params: idParam,
    ...optionalJsonBody(z.object({ approval_reason: ApprovalReasonInput, ...ownerProofFields })),
  },
  responses: {
    204: { description: 'Removed' },
    ...approvalRequested,
    ...errorResponses(400, 404, 409, 429),
  },
})

const listInvited = defineRoute('Admin', 'get', '/admin/staff/invitations', {
  access: 'staff.edit',
  summary: 'List open invitations, newest first',
  responses: {
    200: jsonResponse(z.object({ data: z.array(InvitationResponse) }), 'At most 100 invitations'),
  },
})

const invite = defineRoute('Admin', 'post', '/admin/staff/invitations', {
  access: 'staff.edit',
  summary: 'Invite someone by email; the response is the same whether the address has an account',
  description: OWNER_PROOF_NEEDED,
  request: jsonBody(
    z.object({
      email: Email,
      staff_role: StaffRole,
      approval_reason: ApprovalReasonInput,
      ...ownerProofFields,
    }),
  ),
  responses: { 204: { description: 'Invited' }, ...approvalRequested, ...errorResponses(400, 409, 429) },
})

const resend = defineRoute('Admin', 'post', '/admin/staff/invitations/{id}/resend', {
  access: 'staff.edit',
  summary: 'Send an invitation again with a new link; the earlier link stops working',
  description: OWNER_PROOF_NEEDED,
  request: { params: idParam, ...optionalJsonBody(z.object(ownerProofFields)) },
  responses: { 204: { description: 'Sent' }, ...errorResponses(404, 409, 429) },
})

const revoke = defineRoute('Admin', 'delete', '/admin/staff/invitations/{id}', {
  access: 'staff.edit',
  summary: 'Revoke an invitation',
  request: { params: idParam },
  responses: { 204: { description: 'Revoked' }, ...errorResponses(404) },
})

export const adminStaff = createRouter()
  .openapi(list, async (c) => {
    const page = await listStaff(c.get('ctx'), { sort: 'oldest', ...c.req.valid('query') })
    return c.json({ data: page.rows.map(toStaffResponse), next_cursor: page.next }, 200)
  })
  .openapi(listInvited, async (c) => {
    const invitations = await listInvitations(c.get('ctx'))
    return c.json({ data: invitations.map(toInvitationResponse) }, 200)
  })
  .openapi(invite, async (c) => {
    const { email, staff_role: staffRole, approval_reason: reason, ...proof } = c.req.valid('json')
    const { request } = await runOrRequestApproval(c.get('ctx'), reason, () =>
      inviteStaff(c.get('ctx'), { email, staffRole }, toOwnerProof(proof)),
    )
    if (request) return c.json(toApprovalResponse(request), 202)
    return c.body(null, 204)
  })
  .openapi(resend, async (c) => {
    await resendInvitation(c.get('ctx'), c.req.valid('param').id, toOwnerProof(c.req.valid('json')))
    return c.body(null, 204)
  })
  .openapi(revoke, async (c) => {
    await revokeInvitation(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .openapi(change, async (c) => {
    const { staff_role: staffRole, approval_reason: reason, ...proof } = c.req.valid('json')
    const { request } = await runOrRequestApproval(c.get('ctx'), reason, () =>
      changeStaffRole(c.get('ctx'), { id: c.req.valid('param').id, staffRole }, toOwnerProof(proof)),
    )
    if (request) return c.json(toApprovalResponse(request), 202)
    return c.body(null, 204)
  })
  .openapi(remove, async (c) => {
    const { approval_reason: reason, ...proof } = c.req.valid('json')
    const { request } = await runOrRequestApproval(c.get('ctx'), reason, () =>
      removeStaffMember(c.get('ctx'), c.req.valid('param').id, toOwnerProof(proof)),
    )
    if (request) return c.json(toApprovalResponse(request), 202)
    return c.body(null, 204)
  })

function toStaffResponse(member: StaffMember): z.infer<typeof StaffResponse> {
  return toResponse(StaffResponse, { ...toApiRow(member), two_step_sign_in: member.hasSecondFactor })
}

function toInvitationResponse(invitation: StaffInvitation): z.infer<typeof InvitationResponse> {
  return toResponse(InvitationResponse, toApiRow(invitation))
}
