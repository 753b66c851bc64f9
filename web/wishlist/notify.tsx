import { data, href } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { requestOwnStockAlert, requestStockAlert } from '#core/wishlist/request-stock-alert.server.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { privateMeta } from '#web/page-title.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import { noStore, shopContext } from '../request-context.ts'
import { Article } from '../storefront/article.tsx'
import type { Route } from './+types/notify'
import { NotifyForm } from './notify-form.tsx'

export const meta = () => privateMeta('Back in stock')

export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

export const clientMiddleware = keepPageOnFailure((form) => ({
  product: String(form.get('productId') ?? ''),
  email: String(form.get('email') ?? ''),
  error: UNEXPECTED_ERROR.description,
}))

type NotifyResult =
  | { sent: 'email' | 'done' }
  | { product: string; email?: string | undefined; error: string }

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const form = await request.formData()
  const product = String(form.get('productId') ?? '').slice(0, 64)
  const typed = form.has('email') ? String(form.get('email')).slice(0, 254) : undefined
  const refuse = (error: string, status: number) =>
    data<NotifyResult>({ product, email: typed ?? '', error }, status)
  try {
    if (ctx.actor.kind === 'user' && typed === undefined) {
      await requestOwnStockAlert(ctx, product)
      return data<NotifyResult>({ sent: 'done' })
    }
    const email = Email.safeParse(typed ?? '')
    if (!email.success) return refuse(email.error.issues[0]?.message ?? '', 400)
    await requestStockAlert(ctx, { email: email.data, productId: product })
    return data<NotifyResult>({ sent: 'email' })
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message, HTTP_STATUS[error.code])
    throw error
  }
}

export default function Notify({ actionData }: Route.ComponentProps) {
  if (!actionData)
    return (
      <Article title="Back in stock" lead="The page of a product that is sold out has a form for this.">
        <ActionLink to={href('/categories')}>See all products</ActionLink>
      </Article>
    )
  if ('error' in actionData)
    return (
      <Article title="Back in stock" lead="We’ll email you when you can buy it again.">
        <NotifyForm productId={actionData.product} email={actionData.email} error={actionData.error} />
      </Article>
    )
  if (actionData.sent === 'done')
    return (
      <Article
        title="We’ll let you know"
        lead="We’ll email you once, when it’s back. It is on your wish list now."
      >
        <ActionLink to={href('/wishlist')}>Your wish list</ActionLink>
      </Article>
    )
  return (
    <Article
      title="Check your email"
      lead="Please follow the link in our email, so that we know the address is yours. Then we’ll write once, when it’s back."
    >
      <ActionLink to={href('/categories')}>See all products</ActionLink>
    </Article>
  )
}
