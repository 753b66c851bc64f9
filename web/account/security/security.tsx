import { Link } from 'react-router'
import { listPasskeys } from '#core/accounts/security/passkeys.server.ts'
import { hasSecondFactor } from '#core/accounts/security/second-factor.server.ts'
import { listSessions } from '#core/accounts/sessions/sessions.server.ts'
import type { FormResult } from '#web/forms/form-result.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { requireAccess } from '#web/require-access.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { tabPath } from '../profile/profile-tabs.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/security'
import { EmailSection, PasswordSection } from './credential-sections.tsx'
import { DataSection } from './data-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { type SecondFactorSecret, SecondFactorSection } from './second-factor-section.tsx'
import { SECURITY_ACTIONS } from './security-actions.ts'
import { SessionsSection } from './sessions-section.tsx'

export const meta = () => [
  { title: 'Sign-in and security · Eternal Beauty' },
  { name: 'robots', content: 'noindex' },
]

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

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = requireUser(context, request)
  const form = await request.formData()
  const name = String(form.get('act'))
  const submit = Object.hasOwn(SECURITY_ACTIONS, name)
    ? SECURITY_ACTIONS[name as keyof typeof SECURITY_ACTIONS]
    : undefined
  if (!submit) throw new Response('Unknown form action.', { status: 400 })
  return withFormErrors(context, 'Error', form, () => submit(ctx, form, context))
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, isSecondFactorEnabled, passkeys, isDeleteDialogOpen } = loaderData
  const notice = useFormResult(actionData)
  const submittedAction = actionData?.values?.act
  const errorsFor = (...actions: string[]) =>
    submittedAction && actions.includes(submittedAction) ? actionData?.fields : undefined
  const result: (FormResult & { secret?: SecondFactorSecret }) | undefined = actionData
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
        <PasswordSection email={email} errors={errorsFor('change-password')} />
        <EmailSection
          email={email}
          errors={errorsFor('change-email')}
          typedEmail={actionData?.values?.email}
        />
        <SecondFactorSection
          isEnabled={isSecondFactorEnabled}
          secret={result?.secret}
          errors={errorsFor('begin-second-factor', 'prove-second-factor', 'end-second-factor')}
        />
        <PasskeySection passkeys={passkeys} />
        <DataSection isDeleteDialogOpen={isDeleteDialogOpen} errors={errorsFor('delete-account')} />
      </div>
    </div>
  )
}
