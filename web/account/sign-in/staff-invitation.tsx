import { href } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import {
  acceptInvitation,
  findInvitation,
  signUpWithInvitation,
} from '#core/accounts/staff/accept-invitation.server.ts'
import { INVITATION_EXPIRED } from '#core/accounts/staff/invitation.ts'
import { STAFF_ROLE_NAMES } from '#core/permissions/staff-roles.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import type { Route } from './+types/staff-invitation'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'

export const meta = () => privateMeta('Join the team')

/** By now, the link in the email has been exchanged for a cookie. */
export async function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const invitation = await findInvitation(ctx, requestCookies(context).get('invitation') ?? '')
  return { invitation, signedInAs: ctx.actor.kind === 'user' ? ctx.actor.email : null }
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const form = await request.formData()
  return withFormErrors(context, 'Invitation not accepted', form, async () => {
    const cookies = requestCookies(context)
    const token = cookies.get('invitation') ?? ''
    const { session } =
      ctx.actor.kind === 'user'
        ? await acceptInvitation(ctx, token)
        : await signUpWithInvitation(ctx, {
            token,
            fullName: fieldText(form, 'full_name').trim().slice(0, 200),
            password: fieldText(form, 'password'),
          })
    cookies.delete('invitation')
    cookies.setSession(session)
    return redirectWithFlash(context, 'joined-staff', '/admin')
  })
}

export default function StaffInvitationPage({ loaderData }: Route.ComponentProps) {
  const { invitation, signedInAs } = loaderData
  if (!invitation) return <ExpiredInvitation />
  const role = STAFF_ROLE_NAMES[invitation.staffRole]
  const { email, invitedBy, hasAccount } = invitation
  return (
    <AuthLayout
      title="Join the team"
      lead={`${invitedBy ?? 'The owner'} invited ${email} to work in the back office as ${role}.`}
    >
      <FormNotice className="mt-8" />
      {signedInAs && signedInAs !== email && <OtherAccount email={email} signedInAs={signedInAs} />}
      {signedInAs === email && (
        <PageForm>
          <SubmitButton>Accept invitation</SubmitButton>
        </PageForm>
      )}
      {!signedInAs && (hasAccount ? <SignInFirst /> : <SignUpForm email={email} />)}
    </AuthLayout>
  )
}

function SignUpForm({ email }: { email: string }) {
  return (
    <PageForm>
      <Field label="Email" name="email" type="email" autoComplete="username" value={email} readOnly />
      <Field label="Full name" name="full_name" autoComplete="name" maxLength={200} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
      />
      <SubmitButton>Create account and join</SubmitButton>
    </PageForm>
  )
}

function SignInFirst() {
  return (
    <AuthLinks>
      <AuthLink before="You already have an account." to={`${href('/login')}?next=${href('/invitation')}`}>
        Sign in to accept
      </AuthLink>
    </AuthLinks>
  )
}

function OtherAccount({ email, signedInAs }: { email: string; signedInAs: string }) {
  return (
    <p className="mt-8">
      You’re signed in as {signedInAs}. Log out, then open the link in the email to {email} again.
    </p>
  )
}

function ExpiredInvitation() {
  return (
    <AuthLayout title="This invitation isn’t valid" lead={INVITATION_EXPIRED}>
      <AuthLinks>
        <AuthLink to={href('/login')}>Back to login</AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}
