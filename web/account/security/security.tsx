import { href, Link } from 'react-router'
import { listPasskeys } from '#core/accounts/security/passkeys.server.ts'
import { hasSecondFactor } from '#core/accounts/security/second-factor.server.ts'
import { listSessions } from '#core/accounts/sessions/sessions.server.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { handleForm } from '#web/forms/handle-form.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { requireAccess } from '#web/require-access.ts'
import { privateMeta } from '#web/seo.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { tabPath } from '../profile/profile-tabs.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/security'
import { EmailSection, PasswordSection } from './credential-sections.tsx'
import { DataSection } from './data-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SECURITY_FORMS } from './security-forms.ts'
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
  return { email: ctx.actor.email, sessions, isSecondFactorEnabled, passkeys, isDeleteDialogOpen }
}

export const clientMiddleware = keepFormOnFailure()

export function action(args: Route.ActionArgs) {
  const ctx = requireUser(args.context, args.request)
  return handleForm(args, { input: { ctx }, handlers: SECURITY_FORMS, errorTitle: 'Error' })
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, isSecondFactorEnabled, passkeys, isDeleteDialogOpen } = loaderData
  const result = usePageResult(actionData)
  const notice = useFormResult(result)
  const errorsFor = (path: string) => (result?.action?.startsWith(path) ? result.fields : undefined)
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <p className="text-small">
        <Link to={tabPath('settings')} className="link-line inline-flex min-h-9 items-center">
          My Profile
        </Link>
      </p>
      <h1 className="mt-3 font-display text-title">Sign-in and security</h1>
      <InlineNotice notice={notice} className="mt-8 max-w-prose" />
      <div className="mt-12">
        <SessionsSection sessions={sessions} />
        <PasswordSection email={email} errors={errorsFor(href('/profile/security/password'))} />
        <EmailSection
          email={email}
          errors={errorsFor(href('/profile/security/email'))}
          typedEmail={result?.values?.email}
        />
        <SecondFactorSection
          isEnabled={isSecondFactorEnabled}
          secret={result && 'secret' in result ? result.secret : undefined}
          errors={errorsFor(href('/profile/security/second-factor'))}
        />
        <PasskeySection passkeys={passkeys} />
        <DataSection
          isDeleteDialogOpen={isDeleteDialogOpen}
          errors={errorsFor(href('/profile/security/deletion'))}
        />
      </div>
    </div>
  )
}
