import './print.css'
import { formatDate } from '#core/dates.ts'
import {
  type OrderToPack,
  type PickedProduct,
  readPackingList,
} from '#core/orders/admin/packing-list.server.ts'
import { MAX_PRINTED_ORDERS } from '#core/orders/admin/print-limit.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { loadSeller } from '#web/orders/documents/load-seller.server.ts'
import { Picture } from '#web/picture.tsx'
import { adminMeta, requireAdmin } from '../admin-context.ts'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/packing-list'
import { Barcode } from './barcode.tsx'
import { loadPickedBatches } from './load-batch-texts.server.ts'
import { PAPER_OPTIONS, paperOf, readPaper } from './paper.ts'
import { PrintToolbar } from './print-toolbar.tsx'

export const meta = adminMeta('Packing list')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const [list, seller] = await Promise.all([refusalToResponse(readPackingList(ctx)), loadSeller(ctx)])
  const batches = await loadPickedBatches(ctx, list.orders)
  const paper = readPaper(url, paperOf(seller.country))
  return { ...list, batches, paper, printedOn: formatDate(ctx.now, seller.timeZone) }
}

const SHEETS = PAPER_OPTIONS.filter(([paper]) => paper !== 'a6')

export default function PackingListScreen({ loaderData }: Route.ComponentProps) {
  const { orders, products, batches, hasMore, paper, printedOn } = loaderData
  const orderCount = pluralize(orders.length, 'order', 'orders')
  return (
    <>
      <PrintToolbar
        title="Packing list"
        lead={hasMore ? `The oldest ${orderCount}. A list holds at most ${MAX_PRINTED_ORDERS}.` : orderCount}
        back={{ to: 'orders?show=to-pack&sort=oldest', title: 'Orders to fulfill' }}
        paper={paper}
        papers={SHEETS}
      >
        {orders.length > 0 && (
          <HeaderLink to="orders/selected/packing-slip?all=1&show=to-pack&sort=oldest">
            Packing slips
          </HeaderLink>
        )}
      </PrintToolbar>
      {orders.length === 0 ? (
        <p className="border-hairline border-y py-10 text-ink-soft">Nothing to pack right now.</p>
      ) : (
        <div className={`paper-${paper}`}>
          <p className="mb-6 hidden font-display text-title print:block">
            Packing list <span className="text-name">{printedOn}</span>
          </p>
          <PickList products={products} batches={batches} />
          <OrdersToPack orders={orders} />
        </div>
      )}
    </>
  )
}

/** `batches` are by product. */
type PickListProps = { products: PickedProduct[]; batches: Record<string, string[]> }

function PickList({ products, batches }: PickListProps) {
  const quantity = products.reduce((sum, product) => sum + product.quantity, 0)
  return (
    <section aria-labelledby="to-pick" className="printed-page">
      <h2 id="to-pick" className="mb-2 font-display text-name">
        To pick: {pluralize(quantity, 'item', 'items')}
      </h2>
      <ul className="border-hairline border-t">
        {products.map(({ id, name, sku, barcode, picture, quantity, orderCount }) => (
          <li
            key={id}
            className="grid break-inside-avoid grid-cols-[3rem_2.25rem_minmax(0,1fr)] items-center gap-x-4 border-hairline border-b py-1 lg:grid-cols-[3rem_2.25rem_minmax(0,1fr)_14rem] print:grid-cols-[3rem_2.25rem_minmax(0,1fr)_12rem]"
          >
            <span className="tabular text-right font-display text-title leading-none">{quantity}</span>
            <Picture
              picture={{ ...picture, alt: '' }}
              priority
              sizes="36px"
              className="aspect-[3/4] w-9 object-cover"
            />
            <span className="leading-tight [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
              <span className="block text-ink-soft">
                {[sku, orderCount > 1 && `in ${orderCount} orders`].filter(Boolean).join(', ')}
              </span>
              {batches[id]?.map((text) => (
                <span key={text} className="block text-ink-soft">
                  {text}
                </span>
              ))}
            </span>
            {(barcode ?? sku) && (
              <Barcode
                text={barcode ?? sku ?? ''}
                barHeight="h-6"
                className="max-lg:col-start-3 max-lg:mt-1 print:col-start-4 print:mt-0"
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrdersToPack({ orders }: { orders: OrderToPack[] }) {
  return (
    <section aria-labelledby="to-pack" className="printed-page mt-10 print:mt-0">
      <h2 id="to-pack" className="mb-2 font-display text-name">
        To pack: {pluralize(orders.length, 'order', 'orders')}
      </h2>
      <ul className="border-hairline border-t">
        {orders.map(({ id, number, buyer, createdAt, items }) => (
          <li key={id} className="border-hairline border-b py-3">
            <p className="flex break-inside-avoid break-after-avoid flex-wrap gap-x-4">
              <CellLink to={`orders/${number}`}>{number}</CellLink>
              <bdi>{buyer}</bdi>
              <span className="text-ink-soft">
                <Timestamp at={createdAt} />
              </span>
            </p>
            <ul>
              {items.map(({ productId, name, quantity }) => (
                <li key={productId} className="flex break-inside-avoid items-baseline gap-x-3 py-0.5">
                  <span
                    aria-hidden="true"
                    className="inline-block size-3.5 shrink-0 translate-y-0.5 border border-ink"
                  />
                  <span className="tabular w-6 shrink-0 text-right">{quantity}</span>
                  <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
