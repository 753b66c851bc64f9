import { href, redirect } from 'react-router'
import { formatDate } from '#core/dates.ts'
import { type GiftCardPage, readGiftCardPage } from '#core/gift-cards/gift-card-page.server.ts'
import { formatMoney } from '#core/money.ts'
import { privateMeta } from '#web/page-title.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { GiftMessage } from '../orders/gift-message.tsx'
import { noStore, requestContext, shopContext } from '../request-context.ts'
import { Button } from '../ui/button.tsx'
import { ActionLink } from '../ui/text-link.tsx'
import type { Route } from './+types/gift-card'
import { exchangeGiftCardKey, requireOpenedGiftCard } from './browser-gift-cards.ts'
import { CardFace } from './card-face.tsx'
import styles from './gift-cards.css?url'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const meta = () => privateMeta('Gift card')

/** Without the store’s header and footer, so that it prints on one page: A5, A4, or Letter. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  noStore(context)
  const key = new URL(request.url).searchParams.get('key')
  return refusalToResponse(
    (async () => {
      if (key) throw redirect(exchangeGiftCardKey(context, params.id, key))
      requireOpenedGiftCard(context, params.id)
      const ctx = shopContext(context)
      const { host } = new URL(ctx.settings.origin)
      return {
        card: await readGiftCardPage(ctx, params.id),
        storeName: requestContext(context).store.name,
        host,
      }
    })(),
  )
}

export default function GiftCard({ loaderData: { card, storeName, host } }: Route.ComponentProps) {
  const { amount, currency, recipientName, senderName, message } = card
  return (
    <main className="mx-auto gift-card-page max-w-[38rem] px-gutter py-10">
      <p className="mb-8 flex flex-wrap items-center justify-between gap-x-6 text-small print:hidden">
        <ActionLink to={href('/')}>{`Go to ${storeName}`}</ActionLink>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </p>
      <h1 className="sr-only">Gift card</h1>
      <CardFace storeName={storeName} amount={formatMoney({ amount, currency })} />
      <div className="mt-10">
        {recipientName && (
          <p dir="auto" className="wrap-anywhere font-display text-headline">
            For {recipientName}
          </p>
        )}
        {message && <GiftMessage text={message} className="mt-4 text-lead" />}
        {senderName && (
          <p dir="auto" className="wrap-anywhere mt-4 text-ink-soft">
            From {senderName}
          </p>
        )}
      </div>
      <div className="mt-10 border-hairline border-t pt-8">
        <CardCode card={card} host={host} />
      </div>
    </main>
  )
}

function CardCode({ card, host }: { card: GiftCardPage; host: string }) {
  const { code, balance, currency, expiresAt, isDisabled, isExpired } = card
  if (isDisabled) return <p role="note">This gift card was disabled. Please contact us.</p>
  if (isExpired && expiresAt)
    return <p role="note">This gift card expired on {formatDate(expiresAt, 'UTC')}.</p>
  if (balance === 0) return <p role="note">This gift card has been used up. Thank you.</p>
  if (!code) return <p role="note">Please contact us for the code of this gift card.</p>
  return (
    <>
      <p className="label text-ink-soft">Code</p>
      <p className="tabular mt-2 text-lead tracking-wide">{code}</p>
      <dl className="tabular mt-6 flex flex-wrap gap-x-12 gap-y-3 text-small">
        {/* Printed, it would soon be wrong. */}
        <div className="print:hidden">
          <dt className="text-ink-soft">Balance</dt>
          <dd>{formatMoney({ amount: balance, currency })}</dd>
        </div>
        {expiresAt && (
          <div>
            <dt className="text-ink-soft">Valid until</dt>
            <dd>{formatDate(expiresAt, 'UTC')}</dd>
          </div>
        )}
      </dl>
      <p className="mt-6 text-ink-soft text-small">
        Enter the code at checkout at {host}. Whatever you don’t spend stays on the card. Anyone who has the
        code can use it.
      </p>
    </>
  )
}
