import { data, href } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { formatDate } from '#core/dates.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { privateMeta } from '#web/seo.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { findVisibleOrder } from '../guest-orders.ts'
import type { Route } from './+types/credit-note'
import { CreditNoteAmounts } from './credit-note-amounts.tsx'
import { loadSeller } from './load-seller.server.ts'
import { DocumentPage, PrintedDocument } from './printed-document.tsx'

export function meta({ params }: Route.MetaArgs) {
  return privateMeta(`Credit note ${params.creditNote}`)
}

export async function loader({ context, params }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { order } = await refusalToResponse(findVisibleOrder(context, params.number))
  const { invoice, creditNotes } = await findInvoices(ctx.db, order)
  const creditNote = creditNotes.find(({ number }) => number === params.creditNote)
  if (!creditNote) throw data('We couldn’t find this credit note.', 404)
  const seller = await loadSeller(ctx, creditNote)
  return { order, seller, invoice, creditNote }
}

export default function CreditNotePage({ loaderData }: Route.ComponentProps) {
  const { order, seller, invoice, creditNote } = loaderData
  const facts = (
    <>
      <p>Issued on {formatDate(creditNote.issuedAt, seller.timeZone)}</p>
      <p>
        For{' '}
        <TextLink to={href('/orders/:number/invoice', order)} reloadDocument>
          {invoice ? `invoice ${invoice.number}` : `order ${order.number}`}
        </TextLink>
      </p>
      <p>Order {order.number}</p>
    </>
  )
  return (
    <DocumentPage order={order}>
      <PrintedDocument
        order={order}
        seller={seller}
        title={`Credit note ${creditNote.number}`}
        facts={facts}
        recipientTitle="Credited to"
        email={order.email}
      >
        <CreditNoteAmounts creditNote={creditNote} order={order} />
      </PrintedDocument>
    </DocumentPage>
  )
}
