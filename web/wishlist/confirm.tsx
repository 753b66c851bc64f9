import { data, Form, href } from 'react-router'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import {
  type AlertProduct,
  confirmStockAlert,
  findStockAlertProduct,
} from '#core/wishlist/request-stock-alert.server.ts'
import { ALERT_CONSENTS } from '#core/wishlist/wishlist.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { privateMeta } from '#web/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { noStore, shopContext } from '../request-context.ts'
import { Article } from '../storefront/article.tsx'
import type { Route } from './+types/confirm'

export const meta = () => privateMeta('Back in stock')

/** Opening the link doesn't confirm: email clients and virus scanners follow links automatically. */
export async function loader({ context, url }: Route.LoaderArgs) {
  noStore(context)
  const product = await findStockAlertProduct(shopContext(context), tokenFrom(url))
  return data({ product }, product ? 200 : HTTP_STATUS.not_found)
}

export const clientMiddleware = keepPageOnFailure(() => ({ product: null, failed: true }))

type ConfirmResult = { product: AlertProduct | null; failed?: boolean }

export async function action({ context, url }: Route.ActionArgs) {
  try {
    return data<ConfirmResult>({ product: await confirmStockAlert(shopContext(context), tokenFrom(url)) })
  } catch (error) {
    if (error instanceof Refusal) return data<ConfirmResult>({ product: null }, HTTP_STATUS[error.code])
    throw error
  }
}

const tokenFrom = (url: URL) => url.searchParams.get('token') ?? ''

export default function ConfirmStockAlert({ loaderData: { product }, actionData }: Route.ComponentProps) {
  if (actionData?.product) return <Confirmed product={actionData.product} />
  if ((actionData && !actionData.failed) || !product) return <ExpiredLink />
  return (
    <Article title={product.name} lead={ALERT_CONSENTS['stock-1']}>
      <InlineNotice notice={actionData && UNEXPECTED_ERROR} className="mb-8" />
      <Form method="post">
        <Button type="submit">Yes, email me</Button>
      </Form>
    </Article>
  )
}

function Confirmed({ product: { name, slug, inStock } }: { product: AlertProduct }) {
  const link = (
    <ButtonLink to={href('/product/:id', { id: slug })} variant={inStock ? 'primary' : 'secondary'}>
      See the product
    </ButtonLink>
  )
  if (inStock)
    return (
      <Article title={`${name} is back already`} lead="You can buy it now, so there is nothing to wait for.">
        {link}
      </Article>
    )
  return (
    <Article title="We’ll let you know" lead={`We’ll email you once, when ${name} is back in stock.`}>
      {link}
    </Article>
  )
}

function ExpiredLink() {
  return (
    <Article
      title="This link has expired"
      lead="Links work for three days, until we’ve written to you. You can ask again on the product’s page."
    >
      <ButtonLink to={href('/categories')}>See all products</ButtonLink>
    </Article>
  )
}
