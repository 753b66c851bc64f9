import { href, redirect } from 'react-router'
import { SignIn } from '#core/accounts/account.ts'
import { setUpAdmin } from '#core/accounts/first-admin.server.ts'
import { MIN_ADMIN_PASSWORD_LENGTH } from '#core/accounts/lengths.ts'
import { signInAdmin } from '#core/accounts/sign-in.server.ts'
import { Field } from '../ui/field.tsx'
import type { Notice } from '../ui/toast.tsx'
import { keepNot, requestCookies, shopOf } from '../visit.ts'
import type { Route } from './+types/admin-login.ts'
import { CLAIMS, isDone, noticeOf } from './claim.ts'
import { Door, WayOn, WaysOn } from './door.tsx'
import { AccountForm, SendButton } from './form.tsx'
import { notice } from './kept.ts'
import { typedIn } from './outcome.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { goIn, orSaid, refuse } from './sign-in-acts.ts'
import { useOutcome } from './use-outcome.ts'
import { nextOf, onlyForGuests } from './who.ts'

export const meta = () => [{ title: 'Admin Login · Eternal Beauty' }, { name: 'robots', content: 'noindex' }]

export function loader({ context, request }: Route.LoaderArgs) {
  onlyForGuests(context, request)
  keepNot(context)
  return { creating: isCreating(request), next: nextOf(request) }
}

const RESTRICTED: Notice = {
  title: 'Access Denied',
  description: 'This admin portal is restricted to authorized users only.',
  tone: 'destructive',
}
const REFUSAL = {
  login: 'Access denied. This admin portal is restricted.',
  create: 'Sign up is restricted to authorized admin users only.',
}

export async function action({ context, request }: Route.ActionArgs) {
  onlyForGuests(context, request)
  const ctx = shopOf(context)
  const form = await request.formData()
  const creating = isCreating(request)
  const values = typedIn(form)
  const known = SignIn.safeParse(Object.fromEntries(form))
  if (!known.success) return refuse({ notice: { title: BOTH, tone: 'destructive' }, values, status: 400 })
  if (known.data.email !== ctx.settings.adminEmail) {
    const form = REFUSAL[creating ? 'create' : 'login']
    return refuse({ notice: RESTRICTED, fields: { form }, values, status: 403 })
  }
  if (creating) {
    return orSaid(context, 'Sign Up Failed', form, async () => {
      const link = requestCookies(context).get('set-up')
      const claim = await setUpAdmin(ctx, { ...known.data, link })
      if (!isDone(claim)) return refuse({ notice: noticeOf(claim), values, status: 409 })
      notice(context, CLAIMS[claim].say)
      return redirect(href('/admin/login'))
    })
  }
  return orSaid(context, 'Login Failed', form, async () => {
    const signedIn = await signInAdmin(ctx, known.data)
    return goIn(context, signedIn, { next: nextOf(request), say: 'welcome-admin' })
  })
}

const BOTH = 'Please enter both email and password.'

export default function AdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { creating, next } = loaderData
  const said = useOutcome(actionData)
  const { fields, values } = actionData ?? {}
  return (
    <Door
      title={creating ? 'Create Admin Account' : 'Admin Login'}
      lead="For those who run the store. Everybody else signs in at the customer login."
      mood="tools"
    >
      <AccountForm notice={said} key={String(creating)}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={values?.email}
          error={fields?.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete={creating ? 'new-password' : 'current-password'}
          hint={creating ? `At least ${MIN_ADMIN_PASSWORD_LENGTH} characters.` : undefined}
          error={fields?.password}
        />
        {fields?.form && <p className="text-rosewood text-small">{fields.form}</p>}
        <SendButton>{creating ? 'Create Admin Account' : 'Sign In'}</SendButton>
      </AccountForm>
      {!creating && (
        <div className="mt-4 flex flex-col items-stretch sm:items-start">
          <PasskeyButton next={next ?? '/admin'} />
        </div>
      )}
      <WaysOn>
        {creating ? (
          <WayOn to="?">Back to login</WayOn>
        ) : (
          <WayOn before="No admin yet?" to="?mode=create">
            Create admin account
          </WayOn>
        )}
        <WayOn to={href('/setup')}>Setup Guide</WayOn>
        <WayOn to={href('/login')}>Customer Login</WayOn>
      </WaysOn>
    </Door>
  )
}

function isCreating(request: Request): boolean {
  return new URL(request.url).searchParams.get('mode') === 'create'
}
