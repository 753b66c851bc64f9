import { Link } from 'react-router'
import { listPasskeys } from '#core/accounts/passkeys.server.ts'
import { hasSecondFactor } from '#core/accounts/second-factor.server.ts'
import { listSessions } from '#core/accounts/sessions.server.ts'
import { guarded } from '../guard.ts'
import { Said } from '../ui/said.tsx'
import type { Route } from './+types/security.ts'
import { DataSection } from './data-section.tsx'
import { EmailSection, PasswordSection } from './identity-sections.tsx'
import type { Outcome } from './outcome.ts'
import { PasskeySection } from './passkey-section.tsx'
import { tabAddress } from './profile-tabs.ts'
import { SecondFactorSection, type Secret } from './second-factor-section.tsx'
import { SECURITY_ACTS } from './security-acts.ts'
import { SessionsSection } from './sessions-section.tsx'
import { orSaid } from './sign-in-acts.ts'
import { useOutcome } from './use-outcome.ts'
import { onlyForCustomers } from './who.ts'

export const meta = () => [
  { title: 'Sign-in and security · Eternal Beauty' },
  { name: 'robots', content: 'noindex' },
]

export const middleware: Route.MiddlewareFunction[] = [guarded]

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = onlyForCustomers(context, request)
  const [sessions, secondFactor, passkeys] = await Promise.all([
    listSessions(ctx),
    hasSecondFactor(ctx),
    listPasskeys(ctx),
  ])
  const leaving = new URL(request.url).searchParams.get('ask') === 'delete'
  return { email: ctx.actor.email, sessions, secondFactor, passkeys, leaving }
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = onlyForCustomers(context, request)
  const form = await request.formData()
  const name = String(form.get('act'))
  const act = Object.hasOwn(SECURITY_ACTS, name)
    ? SECURITY_ACTS[name as keyof typeof SECURITY_ACTS]
    : undefined
  if (!act) throw new Response('There is no such form.', { status: 400 })
  return orSaid(context, 'Error', form, () => act(ctx, form, context))
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, secondFactor, passkeys, leaving } = loaderData
  const said = useOutcome(actionData)
  const sent = actionData?.values?.act
  const about = (...acts: string[]) => (sent && acts.includes(sent) ? actionData?.fields : undefined)
  const told: (Outcome & { secret?: Secret }) | undefined = actionData
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <p className="text-small">
        <Link to={tabAddress('settings')} className="link-line inline-flex min-h-9 items-center">
          My Profile
        </Link>
      </p>
      <h1 className="mt-3 font-display text-title">Sign-in and security</h1>
      <Said notice={said} className="mt-8 max-w-prose" />
      <div className="mt-12">
        <SessionsSection sessions={sessions} />
        <PasswordSection email={email} wrong={about('change-password')} />
        <EmailSection email={email} wrong={about('change-email')} typed={actionData?.values?.email} />
        <SecondFactorSection
          on={secondFactor}
          secret={told?.secret}
          wrong={about('begin-second-factor', 'prove-second-factor', 'end-second-factor')}
        />
        <PasskeySection passkeys={passkeys} />
        <DataSection leaving={leaving} wrong={about('delete-account')} />
      </div>
    </div>
  )
}
