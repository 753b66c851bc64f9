import { Link } from 'react-router'
import { listPasskeys } from '#core/accounts/security/passkeys.server.ts'
import { hasSecondFactor } from '#core/accounts/security/second-factor.server.ts'
import { listSessions } from '#core/accounts/sessions/sessions.server.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { handleForm } from '#web/forms/handle-form.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { requireAccess } from '#web/require-access.ts'
import { privateMeta } from '#web/seo.ts'
import { tabPath } from '../profile/profile-tabs.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/security'
import { EmailSection, PasswordSection } from './credential-sections.tsx'
import { DataSection } from './data-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SECURITY_FORMS, type SecurityResult } from './security-forms.ts'
import { SessionsSection } from './sessions-section.tsx'

export const meta = () => privateMeta('Sign-in and security')

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = requireUser(context, request)
  const [sessions, isSecondFactorEnabled, passkeys] = await Promise.all([
    listSessions(ctx),
    hasSecondFactor(ctx),
    listPasskeys(ctx),
  ])
  const isDeleteDialogOpen = new URL(request.url).searchParams.get('ask') === 'delete'
  const { email, needsSecondFactor } = ctx.actor
  return { email, needsSecondFactor, sessions, isSecondFactorEnabled, passkeys, isDeleteDialogOpen }
}

export const clientMiddleware = keepFormOnFailure()

export function action(args: Route.ActionArgs) {
  const ctx = requireUser(args.context, args.request)
  return handleForm(args, { input: { ctx }, handlers: SECURITY_FORMS, errorTitle: 'Error' })
}

export default function Security({ loaderData }: Route.ComponentProps) {
  const { email, needsSecondFactor, sessions, isSecondFactorEnabled, passkeys, isDeleteDialogOpen } =
    loaderData
  const secret = usePageResult<SecurityResult>()?.secret
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <p className="text-small">
        <Link to={tabPath('settings')} className="link-line inline-flex min-h-9 items-center">
          My Profile
        </Link>
      </p>
      <h1 className="mt-3 font-display text-title">Sign-in and security</h1>
      <FormNotice className="mt-8 max-w-prose" />
      <div className="mt-12">
        <SessionsSection sessions={sessions} />
        <PasswordSection email={email} />
        <EmailSection email={email} />
        <SecondFactorSection
          isEnabled={isSecondFactorEnabled}
          isRequired={needsSecondFactor}
          secret={secret}
        />
        <PasskeySection passkeys={passkeys} />
        <DataSection isDeleteDialogOpen={isDeleteDialogOpen} />
      </div>
    </div>
  )
}
