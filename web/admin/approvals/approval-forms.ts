import { changeSecondFactorRoles } from '#core/accounts/security/change-second-factor-roles.server.ts'
import type { ApprovalRequest } from '#core/approvals/approval-request.ts'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { requireExportApproval } from '#core/approvals/approved-export.server.ts'
import { changeApprovalSettings } from '#core/approvals/change-approval-rules.server.ts'
import { approveRequest, cancelRequest, declineRequest } from '#core/approvals/decide-approval.server.ts'
import { requestMoreReads } from '#core/approvals/request-more-reads.server.ts'
import { invalidInput } from '#core/errors.ts'
import { parseAmount } from '#core/money.ts'
import { SECOND_FACTOR_ROLES } from '#core/settings/second-factor-roles.ts'
import type { ApprovalSettings } from '#core/settings/store-settings.ts'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { replaceWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath, listQueryFrom } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'
import { requireListExport } from '../exports/csv-export-lists.server.ts'

/** Keyed by the path of each form in routes.ts. */
export const APPROVAL_FORMS: Record<string, AdminForm> = {
  ':id/approve': async ({ ctx, form, params: { id = '' } }) => {
    const { state, result } = await approveRequest(ctx, id, fieldText(form, 'reason'))
    if (state === 'approved') return 'approval-approved'
    const notice = { title: 'It couldn’t be done', description: result ?? '', tone: 'destructive' as const }
    return { notice, status: 200 }
  },
  ':id/decline': async ({ ctx, form, params: { id = '' } }) => {
    await declineRequest(ctx, id, fieldText(form, 'reason'))
    return 'approval-declined'
  },
  ':id/cancel': async ({ ctx, params: { id = '' } }) => {
    await cancelRequest(ctx, id)
    return 'approval-cancelled'
  },
  rules: async ({ ctx, context, form, url }) => {
    const { request } = await runOrRequestApproval(ctx, fieldText(form, 'approval_reason'), () =>
      changeApprovalSettings(ctx, readVersion(form), readRules(form), readOwnerProof(context, form)),
    )
    return replaceWithFlash(context, request ? 'approval-requested' : 'settings-saved', settingsPath(url))
  },
  'second-factor': async ({ ctx, context, form, url }) => {
    const roles = SECOND_FACTOR_ROLES.filter((role) => form.has(`role-${role}`))
    await changeSecondFactorRoles(ctx, readVersion(form), { roles, ...readOwnerProof(context, form) })
    return replaceWithFlash(context, 'settings-saved', settingsPath(url))
  },
  export: async ({ ctx, context, form, url }) => {
    const list = fieldText(form, 'list')
    await requireListExport(ctx, list)
    const { request } = await runOrRequestApproval(ctx, fieldText(form, 'approval_reason'), () =>
      requireExportApproval(ctx, { list, ...listQueryFrom(url) }),
    )
    return replaceWithFlash(context, 'approval-requested', requestPath(url, request))
  },
  records: async ({ ctx, context, form, url }) => {
    const request = await requestMoreReads(ctx, fieldText(form, 'approval_reason'))
    return replaceWithFlash(context, 'approval-requested', requestPath(url, request))
  },
}

const settingsPath = (url: URL) => `${adminBasePath(url)}/approvals?show=settings`

function requestPath(url: URL, request: ApprovalRequest | undefined): string {
  return `${adminBasePath(url)}/approvals${request ? `/${request.id}` : ''}`
}

function readVersion(form: FormData): number {
  return Number(fieldText(form, 'version'))
}

function readRules(form: FormData): ApprovalSettings {
  return {
    refundsAbove: form.has('refunds') ? readLimit(form, 'refundsAbove') : null,
    supportRefunds: readLimit(form, 'supportRefunds'),
    roleChanges: form.has('roleChanges'),
    bulkDeletion: form.has('bulkDeletion'),
    personalDataExport: form.has('personalDataExport'),
    personalRecordsPerDay: Number(fieldText(form, 'personalRecordsPerDay')),
  }
}

function readLimit(form: FormData, field: string): number {
  const amount = parseAmount(fieldText(form, field))
  if ('error' in amount) throw invalidInput(field, amount.error)
  return amount.cents
}
