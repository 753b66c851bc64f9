import { listPasskeys } from '#core/accounts/security/passkeys.server.ts'
import { findOwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { listSessions } from '#core/accounts/sessions/active-sessions.server.ts'
import { isExportReady } from '#core/privacy/export-my-data.server.ts'
import { RETAINED_AFTER_ERASURE } from '#core/privacy/personal-data.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { handleForm } from '#web/forms/handle-form.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { privateMeta } from '#web/page-title.ts'
import { requestCookies } from '#web/request-context.ts'
import { requireAccess } from '#web/require-access.ts'
import { Link } from '#web/ui/link.tsx'
import { tabPath } from '../profile/profile-tabs.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/security'
import { EmailSection, PasswordSection } from './credential-sections.tsx'
import { type DataDialog, DataSection } from './data-section.tsx'
import { OwnerProofsContext } from './owner-form.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SECURITY_FORMS, type SecurityResult } from './security-forms.ts'
import { SessionsSection } from './sessions-section.tsx'

export const meta = () => privateMeta('Sign-in and security')

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = requireUser(context, request)
  const dialog = parseDialog(new URL(request.url).searchParams.get('ask'))
  const [sessions, passkeys, ownerProofs, exportReady] = await Promise.all([
    listSessions(ctx),
    listPasskeys(ctx),
    findOwnerProofs(ctx),
    dialog === 'download' && isExportReady(ctx, requestCookies(context).get('export') ?? ''),
  ])
  const { email, needsSecondFactor } = ctx.actor
  const data = {
    dialog,
    isExportReady: exportReady,
    retained: dialog === 'delete' ? RETAINED_AFTER_ERASURE : [],
  }
  return { email, needsSecondFactor, sessions, passkeys, ownerProofs, data }
}

function parseDialog(name: string | null): DataDialog {
  return name === 'download' || name === 'delete' ? name : null
}

export const clientMiddleware = keepFormOnFailure()

export function action(args: Route.ActionArgs) {
  const ctx = requireUser(args.context, args.request)
  return handleForm(args, { input: { ctx }, handlers: SECURITY_FORMS, errorTitle: 'Error' })
}

export default function Security({ loaderData }: Route.ComponentProps) {
  const { email, needsSecondFactor, sessions, passkeys, ownerProofs, data } = loaderData
  const { secret, recoveryCodes } = usePageResult<SecurityResult>() ?? {}
  const secondFactor = (
    <SecondFactorSection
      isEnabled={ownerProofs.hasSecondFactor}
      isRequired={needsSecondFactor}
      secret={secret}
      recoveryCodes={recoveryCodes}
    />
  )
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <p className="text-small">
        <Link to={tabPath('settings')} className="link-line inline-flex min-h-9 items-center">
          My Profile
        </Link>
      </p>
      <h1 className="mt-3 font-display text-title">Sign-in and security</h1>
      <FormNotice className="mt-8 max-w-prose" />
      <OwnerProofsContext value={ownerProofs}>
        <div className="mt-12">
          {needsSecondFactor && secondFactor}
          <SessionsSection sessions={sessions} />
          <PasswordSection email={email} />
          <EmailSection email={email} />
          {!needsSecondFactor && secondFactor}
          <PasskeySection passkeys={passkeys} />
          <DataSection {...data} />
        </div>
      </OwnerProofsContext>
    </div>
  )
}
