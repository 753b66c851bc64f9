import { addressLines } from '#core/customers/postal-address.ts'
import type { Order } from '#core/orders/order.ts'
import type { Seller } from '#core/settings/store-settings.ts'
import { Barcode } from './barcode.tsx'
import { LABELS_PER_SHEET, type Paper } from './paper.ts'
import { returnAddress } from './return-address.ts'

type Props = { orders: Order[]; seller: Seller; paper: Paper }

export function AddressLabels({ orders, seller, paper }: Props) {
  if (paper === 'a6')
    return orders.map((order) => (
      <article
        key={order.id}
        className="printed-page paper-a6 mb-6 max-w-[27rem] break-inside-avoid border border-hairline print:mb-0 print:border-0"
      >
        <AddressLabel order={order} seller={seller} paper={paper} className="p-6 print:p-0" />
      </article>
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard couldn't scroll it
    <section aria-label="Sheets of labels" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      {groupsOf(orders, LABELS_PER_SHEET[paper]).map((sheet) => (
        <div
          key={sheet[0]?.id}
          className={`printed-page sheet-${paper} mb-6 border border-hairline print:mb-0 print:border-0`}
        >
          {sheet.map((order) => (
            <AddressLabel
              key={order.id}
              order={order}
              seller={seller}
              paper={paper}
              className="overflow-hidden p-[5mm]"
            />
          ))}
        </div>
      ))}
    </section>
  )
}

/** More characters don’t fit on a sheet’s label in its usual size. */
const LONG_ADDRESS = 80

type LabelProps = { order: Order; seller: Seller; paper: Paper; className: string }

/** On a sheet, the name has the whole width, and a long address can't push the barcode off the label. */
function AddressLabel({ order, seller, paper, className }: LabelProps) {
  const isLarge = paper === 'a6'
  const [name, ...lines] = addressLines(order.shippingAddress, order.region)
  const country = lines.pop()
  // Postal services want the country on parcels that cross a border, and only on those.
  const isDomestic = country?.toLowerCase() === seller.country.toLowerCase()
  const isLong = lines.join(' ').length > LONG_ADDRESS
  return (
    <section
      aria-label={`Label of order ${order.number}`}
      className={`text-left ${isLarge ? '' : 'grid grid-rows-[auto_minmax(0,1fr)]'} ${className}`}
    >
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-4 text-ink-soft text-xs">
          <p className={isLarge ? 'max-w-[60%] line-clamp-4' : 'line-clamp-1'}>{returnAddress(seller)}</p>
          <Shipment order={order} />
        </div>
        <p
          dir="auto"
          className={`mt-2 text-left [overflow-wrap:anywhere] ${isLarge ? 'pt-4 text-title' : 'line-clamp-2 text-body leading-tight'}`}
        >
          {name}
        </p>
      </div>
      <div className={isLarge ? '' : 'flex min-h-0 justify-between gap-2'}>
        <address
          className={`min-w-0 not-italic ${isLarge ? 'mt-2 text-name' : isLong ? 'text-xs leading-tight' : 'text-small leading-tight'}`}
        >
          {lines.map((line) => (
            <span
              key={line}
              dir="auto"
              className={`text-left [overflow-wrap:anywhere] ${paper === 'letter' ? 'line-clamp-2' : 'block'}`}
            >
              {line}
            </span>
          ))}
          {!isDomestic && <span className="block uppercase">{country}</span>}
        </address>
        <Barcode text={order.number} className={isLarge ? 'mt-8 w-56' : 'w-36 shrink-0 self-end'} />
      </div>
    </section>
  )
}

function Shipment({ order: { carrier, trackingNumber } }: { order: Order }) {
  if (!trackingNumber) return null
  return (
    <p className="tabular shrink-0 text-right">
      {carrier && <span className="block">{carrier}</span>}
      {trackingNumber}
    </p>
  )
}

function groupsOf<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
