import { href, redirect } from 'react-router'
import { SignUp } from '#core/accounts/account.ts'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/lengths.ts'
import { signUp } from '#core/accounts/sign-up.server.ts'
import { Refusal } from '#core/errors.ts'
import { Field } from '../ui/field.tsx'
import { noteTrouble, shopOf, showsOnly } from '../visit.ts'
import type { Route } from './+types/sign-up.ts'
import { Door, WayOn, WaysOn } from './door.tsx'
import { AccountForm, SendButton } from './form.tsx'
import { notice } from './kept.ts'
import { fieldErrors, type Outcome, typedIn } from './outcome.ts'
import { refuse } from './sign-in-acts.ts'
import { onlyForGuests } from './who.ts'

export const meta = () => [
  { title: 'Sign Up · Eternal Beauty' },
  { name: 'description', content: 'Open an account at Eternal Beauty.' },
]

export function loader({ context, request }: Route.LoaderArgs) {
  onlyForGuests(context, request)
  showsOnly(context, [])
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  onlyForGuests(context, request)
  const ctx = shopOf(context)
  const form = await request.formData()
  const wanted = SignUp.safeParse(Object.fromEntries(form))
  if (!wanted.success)
    return refuse({ fields: fieldErrors(wanted.error), values: typedIn(form), status: 400 })
  try {
    await signUp(ctx, wanted.data)
  } catch (error) {
    noteTrouble(context, error)
    return refuse(
      inline(error, form, () => ctx.log.error('sign-up failed', { requestId: ctx.requestId, error })),
    )
  }
  notice(context, 'signed-up')
  return redirect(href('/login'))
}

/** The service's message, said where the form is; otherwise the one for what nobody expected. */
function inline(error: unknown, form: FormData, report: () => void): Outcome {
  if (error instanceof Refusal && error.fields)
    return { fields: error.fields, values: typedIn(form), status: 400 }
  if (!(error instanceof Refusal)) report()
  const title = error instanceof Refusal ? error.message : 'An unexpected error occurred'
  const status = error instanceof Refusal ? 400 : 500
  return { notice: { title, tone: 'destructive' }, values: typedIn(form), status }
}

export default function SignUpPage({ actionData }: Route.ComponentProps) {
  const { notice, fields, values } = actionData ?? {}
  return (
    <Door
      title="Sign Up for Eternal Beauty"
      lead="Your cart, orders and addresses, kept in one place."
      mood="skincare"
    >
      <AccountForm notice={notice} noValidate={false}>
        <Field
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="username"
          defaultValue={values?.email}
          error={fields?.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          error={fields?.password}
        />
        <SendButton>Sign Up</SendButton>
      </AccountForm>
      <WaysOn>
        <WayOn before="Already have an account?" to={href('/login')}>
          Sign in
        </WayOn>
      </WaysOn>
    </Door>
  )
}
