import { data, href, redirect } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { Refusal } from '#core/errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, type RouterContext, shopContext } from '#web/request-context.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import { exchangeOrderKey, openVisibleOrder } from '../guest-orders.ts'
import type { Route } from './+types/own-document'
import { loadSeller } from './load-seller.server.ts'
import { type OrderDocument, OrderDocumentView } from './order-document.tsx'

type DocumentParams = { number: string; creditNote?: string }

export function meta({ params }: Route.MetaArgs) {
  const { number, creditNote }: DocumentParams = params
  return privateMeta(creditNote ? `Credit note ${creditNote}` : `Invoice ${number}`)
}

/** A shopper's invoice, or one of its credit notes. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { creditNote: number }: DocumentParams = params
  const path = documentPath(params, number)
  const key = new URL(request.url).searchParams.get('key')
  if (key) throw redirect(await pathAfterKey(context, { number: params.number, key, path }))
  const { order } = await openVisibleOrder(context, params.number, path)
  const invoices = await findInvoices(ctx.db, order)
  if (!number) {
    const seller = await loadSeller(ctx, invoices.invoice)
    return { document: { kind: 'invoice', order, seller, invoices } satisfies OrderDocument }
  }
  const creditNote = invoices.creditNotes.find((candidate) => candidate.number === number)
  if (!creditNote) throw data('We couldn’t find this credit note.', 404)
  const seller = await loadSeller(ctx, creditNote)
  return { document: { kind: 'credit-note', order, seller, invoices, creditNote } satisfies OrderDocument }
}

/** The order's page explains why a key is refused. */
async function pathAfterKey(
  context: RouterContext,
  { number, key, path }: { number: string; key: string; path: string },
): Promise<string> {
  try {
    await exchangeOrderKey(context, number, key)
    return path
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${href('/orders/:number', { number })}?${new URLSearchParams({ key })}`
  }
}

function documentPath({ number }: { number: string }, creditNote?: string): string {
  return creditNote
    ? href('/orders/:number/credit-notes/:creditNote', { number, creditNote })
    : href('/orders/:number/invoice', { number })
}

export default function OwnDocument({ loaderData: { document } }: Route.ComponentProps) {
  const { order } = document
  return (
    <main className="mx-auto max-w-[48rem] px-gutter py-12 print:p-0">
      <p className="mb-10 text-small print:hidden">
        <ActionLink to={href('/orders/:number', order)}>Back to order</ActionLink>
      </p>
      <OrderDocumentView
        document={document}
        documentPath={(name) => documentPath(order, name === 'invoice' ? undefined : name)}
      />
    </main>
  )
}
