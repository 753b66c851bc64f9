import { data, href } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import { findVisibleOrder } from '../guest-orders.ts'
import type { Route } from './+types/own-document'
import { loadSeller } from './load-seller.server.ts'
import { type OrderDocument, OrderDocumentView } from './order-document.tsx'

type DocumentParams = { number: string; creditNote?: string }

export function meta({ params }: Route.MetaArgs) {
  const { number, creditNote }: DocumentParams = params
  return privateMeta(creditNote ? `Credit note ${creditNote}` : `Invoice ${number}`)
}

/** A shopper's invoice, or one of its credit notes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { order } = await refusalToResponse(findVisibleOrder(context, params.number))
  const invoices = await findInvoices(ctx.db, order)
  const { creditNote: number }: DocumentParams = params
  if (!number) {
    const seller = await loadSeller(ctx, invoices.invoice)
    return { document: { kind: 'invoice', order, seller, invoices } satisfies OrderDocument }
  }
  const creditNote = invoices.creditNotes.find((candidate) => candidate.number === number)
  if (!creditNote) throw data('We couldn’t find this credit note.', 404)
  const seller = await loadSeller(ctx, creditNote)
  return { document: { kind: 'credit-note', order, seller, invoices, creditNote } satisfies OrderDocument }
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
        documentPath={(name) =>
          name === 'invoice'
            ? href('/orders/:number/invoice', order)
            : href('/orders/:number/credit-notes/:creditNote', { number: order.number, creditNote: name })
        }
      />
    </main>
  )
}
