import { href } from 'react-router'
import { SignUp } from '#core/accounts/account.ts'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { signUp } from '#core/accounts/sign-in/sign-up.server.ts'
import { Refusal } from '#core/errors.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { type FormResult, fieldErrors, typedValues } from '#web/forms/form-result.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { replyWith } from '#web/forms/with-form-errors.ts'
import { pageTitle } from '#web/page-title.ts'
import { recordError, requestCookies, setProductTags, shopContext } from '#web/request-context.ts'
import { storeName } from '#web/store-name.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { redirectIfSignedIn } from '../require-user.ts'
import type { Route } from './+types/sign-up'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'

export const meta = () => [
  { title: pageTitle('Sign Up') },
  { name: 'description', content: `Create an account at ${storeName()}.` },
]

export function loader({ context, request }: Route.LoaderArgs) {
  redirectIfSignedIn(context, request)
  setProductTags(context, [])
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  redirectIfSignedIn(context, request)
  const ctx = shopContext(context)
  const form = await request.formData()
  const registration = SignUp.safeParse(Object.fromEntries(form))
  if (!registration.success)
    return replyWith({ fields: fieldErrors(registration.error), values: typedValues(form), status: 400 })
  try {
    const { browserKey } = await signUp(ctx, registration.data)
    requestCookies(context).set('sign-up', browserKey)
  } catch (error) {
    recordError(context, error)
    return replyWith(
      inlineResult(error, form, () => ctx.log.error('sign-up failed', { requestId: ctx.requestId, error })),
    )
  }
  return redirectWithFlash(context, 'signed-up', href('/login'))
}

const UNEXPECTED_SIGN_UP_ERROR = { title: 'An unexpected error occurred', tone: 'destructive' } as const

export const clientMiddleware = keepFormOnFailure(UNEXPECTED_SIGN_UP_ERROR)

function inlineResult(error: unknown, form: FormData, report: () => void): FormResult {
  if (error instanceof Refusal && error.fields)
    return { fields: error.fields, values: typedValues(form), status: 400 }
  if (!(error instanceof Refusal)) report()
  const title = error instanceof Refusal ? error.message : UNEXPECTED_SIGN_UP_ERROR.title
  const status = error instanceof Refusal ? 400 : 500
  return { notice: { title, tone: 'destructive' }, values: typedValues(form), status }
}

export default function SignUpPage({ actionData }: Route.ComponentProps) {
  return (
    <AuthLayout
      title={`Sign Up for ${storeName()}`}
      lead="Your cart, orders, and addresses, all in one place."
      mood="skincare"
    >
      <InlineNotice notice={actionData?.notice} className="mt-8" />
      <PageForm noValidate={false}>
        <Field label="Email" name="email" type="email" required autoComplete="username" />
        <Field
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        />
        <SubmitButton>Sign Up</SubmitButton>
      </PageForm>
      <AuthLinks>
        <AuthLink before="Already have an account?" to={href('/login')}>
          Sign in
        </AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}
