import { href } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { isExpired, methodTitle, type SavedMethod } from '#core/payments/saved-methods/saved-method.ts'
import { canSaveMethods, listSavedMethods } from '#core/payments/saved-methods/saved-methods.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { handleForm } from '#web/forms/handle-form.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { privateMeta } from '#web/page-title.ts'
import { requireAccess } from '#web/require-access.ts'
import { Link } from '#web/ui/link.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { tabPath } from '../profile/profile-tabs.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/payment-methods'
import { PAYMENT_METHOD_FORMS } from './payment-method-forms.ts'
import { RemoveMethod } from './remove-method.tsx'

const TITLE = 'Saved payment methods'

export const meta = () => privateMeta(TITLE)

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = requireUser(context, request)
  const [methods, canSave] = await Promise.all([
    listSavedMethods(ctx).catch((error) => {
      if (error instanceof Refusal && error.code === 'unavailable') return null
      throw error
    }),
    canSaveMethods(ctx),
  ])
  return { canSave, methods: methods?.map((method) => toListedMethod(method, ctx.now)) }
}

function toListedMethod(method: SavedMethod, now: Date) {
  const { id, expires } = method
  const month = expires && `${String(expires.month).padStart(2, '0')}/${expires.year}`
  return {
    id,
    title: methodTitle(method),
    expiry: month && `${isExpired(method, now) ? 'Expired' : 'Expires'} ${month}`,
  }
}

export const clientMiddleware = keepFormOnFailure()

export function action(args: Route.ActionArgs) {
  const ctx = requireUser(args.context, args.request)
  return handleForm(args, { input: { ctx }, handlers: PAYMENT_METHOD_FORMS, errorTitle: 'Error' })
}

export default function PaymentMethods({ loaderData: { methods, canSave } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <p className="text-small">
        <Link to={tabPath('settings')} className="link-line inline-flex min-h-9 items-center">
          My Profile
        </Link>
      </p>
      <h1 className="mt-3 font-display text-title">{TITLE}</h1>
      <p className="mt-6 max-w-prose">
        Our payment provider stores them for your next order. We never see their full numbers.
      </p>
      <FormNotice className="mt-8 max-w-prose" />
      <div className="mt-12 max-w-prose">
        {!methods ? (
          <MethodsUnavailable />
        ) : methods.length ? (
          <MethodList methods={methods} />
        ) : (
          <NoMethods canSave={canSave} />
        )}
      </div>
    </div>
  )
}

function MethodList({ methods }: { methods: ReturnType<typeof toListedMethod>[] }) {
  return (
    <ul className="border-hairline border-t">
      {methods.map(({ id, title, expiry }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-8 border-hairline border-b py-4"
        >
          <p>
            {title}
            {expiry && <span className="block text-ink-soft text-small">{expiry}</span>}
          </p>
          <RemoveMethod id={id} title={title} />
        </li>
      ))}
    </ul>
  )
}

function NoMethods({ canSave }: { canSave: boolean }) {
  return (
    <>
      <p className="font-display text-name">No saved payment methods</p>
      {canSave && (
        <p className="mt-3 text-ink-soft">
          When you check out while signed in, you can save a card in the payment form.
        </p>
      )}
    </>
  )
}

function MethodsUnavailable() {
  return (
    <>
      <p>Your saved payment methods couldn’t be loaded right now.</p>
      <p className="mt-3 text-small">
        <ActionLink to={href('/profile/payment-methods')}>Try Again</ActionLink>
      </p>
    </>
  )
}
