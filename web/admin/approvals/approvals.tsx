import { findSecondFactorRoles } from '#core/accounts/security/change-second-factor-roles.server.ts'
import { findOwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { canApprove } from '#core/approval-rules/approval.ts'
import { type ApprovalRequest, isDownloadable } from '#core/approvals/approval-request.ts'
import { findApprovalRequest, listApprovalRequests } from '#core/approvals/approval-requests.server.ts'
import { findApprovalSettings } from '#core/approvals/change-approval-rules.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Pager } from '#web/ui/lists/pager.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { SECTION_TABS } from '#web/ui/tab-looks.ts'
import { type AdminContext, adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/approvals'
import { ApprovalCard, type ShownRequest } from './approval-card.tsx'
import { APPROVAL_FORMS } from './approval-forms.ts'
import { ApprovalRulesForm } from './approval-rules-form.tsx'
import { ExportRequestLinks, RequestExport } from './request-export.tsx'
import { RefusedRecordsRequest } from './request-records.tsx'
import { SecondFactorRolesForm } from './second-factor-roles-form.tsx'

export const meta = adminMeta('Approvals')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const show = url.searchParams.get('show')
  if (params.id) {
    const request = await refusalToResponse(findApprovalRequest(ctx, params.id))
    return { view: 'one' as const, requests: [toShown(ctx, request)] }
  }
  if (show === 'settings') return { view: 'settings' as const, ...(await loadSettings(ctx)) }
  const view = show === 'decided' ? 'decided' : 'waiting'
  const page = await refusalToResponse(
    listApprovalRequests(ctx, {
      ...listQueryFrom(url),
      filter: view,
      sort: view === 'waiting' ? 'oldest' : 'newest',
    }),
  )
  const requests = page.rows.map((request) => toShown(ctx, request))
  return { view, ...page, requests, exportQuery: exportQueryOf(url) } as const
}

async function loadSettings(ctx: AdminContext) {
  const canEdit = hasPermission(ctx.actor, 'settings.edit')
  const [rules, twoStep, proofs] = await Promise.all([
    findApprovalSettings(ctx),
    canEdit ? findSecondFactorRoles(ctx) : null,
    findOwnerProofs(ctx),
  ])
  return { rules, twoStep, proofs, canEdit }
}

function toShown(ctx: AdminContext, request: ApprovalRequest): ShownRequest {
  const isOwn = request.requestedBy === ctx.actor.id
  return {
    ...request,
    isOwn,
    mayDecide: !isOwn && canApprove(ctx.actor, request.action),
    mayDownload: isOwn && isDownloadable(request, ctx.now),
  }
}

/** The list to export, with its filters, from the link that started it. */
function exportQueryOf({ searchParams }: URL): { list: string; query: string } | null {
  const list = searchParams.get('export')
  return list ? { list, query: searchParams.toString() } : null
}

export const action = adminAction(APPROVAL_FORMS, 'Couldn’t save')

export default function ApprovalsPage({ loaderData }: Route.ComponentProps) {
  const { view } = loaderData
  return (
    <>
      <ScreenHeader
        title="Approvals"
        lead="High-risk actions wait here until a second person approves them."
      />
      <ApprovalTabs view={view} />
      <FormNotice className="mb-4 max-w-prose" />
      {view === 'settings' ? (
        <OwnerProofsContext value={loaderData.proofs}>
          <div className="mt-6 space-y-12">
            <ApprovalRulesForm rules={loaderData.rules} canEdit={loaderData.canEdit} />
            {loaderData.twoStep && <SecondFactorRolesForm twoStep={loaderData.twoStep} />}
          </div>
        </OwnerProofsContext>
      ) : (
        <div className="mt-2">
          {view === 'waiting' && !loaderData.exportQuery && <ExportRequestLinks />}
          {view === 'waiting' && <RefusedRecordsRequest />}
          {view !== 'one' && loaderData.exportQuery && (
            <div className="my-6">
              <RequestExport {...loaderData.exportQuery} />
            </div>
          )}
          <Requests view={view} requests={loaderData.requests} />
          {view !== 'one' && <Pager next={loaderData.next} previous={loaderData.previous} />}
        </div>
      )}
    </>
  )
}

function ApprovalTabs({ view }: { view: string }) {
  const path = useAdminPath()('approvals')
  const tabs = [
    { title: 'Waiting', to: path, isCurrent: view === 'waiting' },
    { title: 'History', to: `${path}?show=decided`, isCurrent: view === 'decided' },
    { title: 'Settings', to: `${path}?show=settings`, isCurrent: view === 'settings' },
  ]
  return <TabLinks label="Approvals" look={SECTION_TABS} tabs={tabs} />
}

type RequestsProps = { view: 'one' | 'waiting' | 'decided'; requests: ShownRequest[] }

function Requests({ view, requests }: RequestsProps) {
  if (!requests.length)
    return (
      <p className="border-hairline border-b py-10 text-ink-soft">
        {view === 'waiting' ? (
          <>
            Nothing is waiting. Choose what needs approval under{' '}
            <AdminLink to="approvals?show=settings">Settings</AdminLink>.
          </>
        ) : (
          'No decisions yet.'
        )}
      </p>
    )
  return requests.map((request) => <ApprovalCard key={request.id} request={request} />)
}
