import { z } from '@hono/zod-openapi'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { eraseCustomer, eraseGuestOfOrder } from '#core/privacy/erase-customer.server.ts'
import { defineRoute, errorResponses, jsonBody, NO_CONTENT } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { ApprovalReasonInput, approvalRequested, toApprovalResponse } from '../approval-schema.ts'

const byId = {
  params: z.object({ id: z.string() }),
  ...jsonBody(z.object({ approval_reason: ApprovalReasonInput })),
}
const responses = { ...NO_CONTENT, ...approvalRequested, ...errorResponses(400, 404, 409) }

const ofCustomer = defineRoute('Admin', 'post', '/admin/profiles/{id}/erasure', {
  access: 'customers.edit',
  summary: 'Delete a customer’s account and personal data at their request; amounts of orders remain',
  request: byId,
  responses,
})
const ofGuest = defineRoute('Admin', 'post', '/admin/orders/{id}/erasure', {
  access: 'customers.edit',
  summary: 'Delete the personal data of the guest who placed an order, in all their orders, at their request',
  request: byId,
  responses,
})
const ofFormerGuest = defineRoute('Admin', 'post', '/admin/imported-orders/{id}/erasure', {
  access: 'customers.edit',
  summary:
    'Delete the personal data of the guest of an imported order, in all their orders, at their request',
  request: byId,
  responses,
})

export const erasure = createRouter()
  .openapi(ofCustomer, async (c) => {
    const erase = () => eraseCustomer(c.get('ctx'), c.req.valid('param').id)
    const { request } = await runOrRequestApproval(c.get('ctx'), c.req.valid('json').approval_reason, erase)
    return request ? c.json(toApprovalResponse(request), 202) : c.body(null, 204)
  })
  .openapi(ofGuest, async (c) => {
    const erase = () => eraseGuestOfOrder(c.get('ctx'), c.req.valid('param').id)
    const { request } = await runOrRequestApproval(c.get('ctx'), c.req.valid('json').approval_reason, erase)
    return request ? c.json(toApprovalResponse(request), 202) : c.body(null, 204)
  })
  .openapi(ofFormerGuest, async (c) => {
    const erase = () => eraseGuestOfOrder(c.get('ctx'), c.req.valid('param').id)
    const { request } = await runOrRequestApproval(c.get('ctx'), c.req.valid('json').approval_reason, erase)
    return request ? c.json(toApprovalResponse(request), 202) : c.body(null, 204)
  })
