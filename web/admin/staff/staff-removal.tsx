import type { ReactNode } from 'react'
import { findOwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { findStaffRemoval, removeStaffMember } from '#core/accounts/staff/remove-staff.server.ts'
import type { StaffAccess } from '#core/accounts/staff/staff-access.server.ts'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { formatDay } from '#core/dates.ts'
import { STAFF_ROLE_NAMES } from '#core/permissions/staff-roles.ts'
import type { PersonalDataReadSum } from '#core/personal-reads/personal-read.ts'
import { sumPersonalDataReads } from '#core/personal-reads/personal-reads.server.ts'
import { OwnerFields, OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { adminBasePath, adminMeta, requireAdmin } from '../admin-context.ts'
import { type AdminForm, adminAction } from '../admin-route.ts'
import { ApprovalReason } from '../approvals/approval-reason.tsx'
import { useApprovals } from '../approvals/approvals-context.ts'
import { DATA_LABELS, WAY_LABELS } from '../audit/personal-reads.tsx'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/staff-removal'

export const meta = adminMeta('Remove from staff')

export async function loader({ context, pattern, params: { id = '' } }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const [{ profile, access }, proofs, reads] = await refusalToResponse(
    Promise.all([findStaffRemoval(ctx, id), findOwnerProofs(ctx), sumPersonalDataReads(ctx, id, SHOWN_DAYS)]),
  )
  return { profile, access, proofs, reads }
}

const SHOWN_DAYS = 90

const REMOVAL_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, context, form, params: { id = '' }, url }) => {
    const { request } = await runOrRequestApproval(ctx, fieldText(form, 'approval_reason'), () =>
      removeStaffMember(ctx, id, readOwnerProof(context, form)),
    )
    const notice = request ? 'approval-requested' : 'staff-removed'
    return redirectWithFlash(context, notice, `${adminBasePath(url)}/staff`)
  },
}

export const clientMiddleware = keepFormOnFailure()

export const action = adminAction(REMOVAL_FORMS, 'Not removed')

export default function StaffRemoval({
  loaderData: { profile, access, proofs, reads },
}: Route.ComponentProps) {
  const { rules } = useApprovals()
  return (
    <>
      <AdminLink to="staff" className="mb-2 inline-block">
        Staff
      </AdminLink>
      <ScreenHeader
        title="Remove from staff"
        lead={
          <>
            <span className="break-all">{profile.email}</span>, {roleOf(profile)}
          </>
        }
      />
      <FormNotice className="mb-4 max-w-prose" />
      <div className="max-w-prose space-y-10">
        <p>
          They’ll no longer be able to open the back office. They’re signed out everywhere, and we’ll email
          them and all owners. Their account and orders as a customer stay.
        </p>
        <Section title="What they created">
          <CreatedAccess access={access} />
        </Section>
        <Section title={`Personal data read in the last ${SHOWN_DAYS} days`}>
          <ReadSums reads={reads} />
        </Section>
        <Section title="Confirm">
          <ActionForm noValidate className="space-y-4">
            <ApprovalReason isNeeded={rules.roleChanges} />
            <OwnerProofsContext value={proofs}>
              <OwnerFields
                submitLabel="Remove from staff"
                passwordLabel="Your password"
                allFactors
                cancel={<HeaderLink to="staff">Cancel</HeaderLink>}
              />
            </OwnerProofsContext>
          </ActionForm>
        </Section>
      </div>
    </>
  )
}

function roleOf({ role, staffRole }: Route.ComponentProps['loaderData']['profile']): string {
  return role === 'admin' || !staffRole ? 'owner' : STAFF_ROLE_NAMES[staffRole].toLowerCase()
}

function ReadSums({ reads }: { reads: PersonalDataReadSum[] }) {
  if (!reads.length) return <p className="border-hairline border-y py-3 text-ink-soft">None.</p>
  return (
    <ul className="border-hairline border-t">
      {reads.map(({ data, way, records, days, lastDay }) => (
        <AccessItem
          key={`${data} ${way}`}
          name={`${DATA_LABELS[data]}, ${WAY_LABELS[way].toLowerCase()}: ${formatNumber(records)}`}
          details={days === 1 ? formatDay(lastDay) : `On ${days} days, last on ${formatDay(lastDay)}`}
        />
      ))}
    </ul>
  )
}

function CreatedAccess({ access: { keys, endpoints, invitations, views } }: { access: StaffAccess }) {
  if (!keys.length && !endpoints.length && !invitations.length && !views.length)
    return (
      <p className="border-hairline border-y py-3 text-ink-soft">No keys, webhooks, invitations, or views.</p>
    )
  return (
    <div className="space-y-5">
      <AccessList title="API keys" effect="Revoked: programs that use them are refused.">
        {keys.map(({ id, name, hint, scopes }) => (
          <AccessItem key={id} name={`${name} …${hint}`} details={scopes.join(', ')} />
        ))}
      </AccessList>
      <AccessList
        title="Webhooks they set up, or whose address they changed"
        effect="Paused: their events wait until you create a new signing secret and resume them."
      >
        {endpoints.map(({ id, url, description }) => (
          <AccessItem key={id} name={url} details={description} />
        ))}
      </AccessList>
      <AccessList title="Open invitations" effect="Revoked: their links stop working.">
        {invitations.map(({ id, email, staffRole }) => (
          <AccessItem key={id} name={email} details={STAFF_ROLE_NAMES[staffRole]} />
        ))}
      </AccessList>
      <AccessList title="Saved views of their own" effect="Deleted. Shared views stay.">
        {views.map(({ list, name }) => (
          <AccessItem key={`${list} ${name}`} name={name} details={LIST_NAMES[list]} />
        ))}
      </AccessList>
    </div>
  )
}

const LIST_NAMES = { orders: 'Orders', users: 'Users', products: 'Products' }

type ListProps = { title: string; effect: string; children: ReactNode[] }

function AccessList({ title, effect, children }: ListProps) {
  if (!children.length) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="text-ink-soft">{effect}</p>
      <ul className="mt-2 border-hairline border-t">{children}</ul>
    </section>
  )
}

function AccessItem({ name, details }: { name: string; details: string }) {
  return (
    <li className="break-words border-hairline border-b py-2">
      {name}
      {details && <span className="block text-ink-soft">{details}</span>}
    </li>
  )
}
