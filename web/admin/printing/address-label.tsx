import { addressLines } from '#core/customers/postal-address.ts'
import type { Order } from '#core/orders/order.ts'
import type { Seller } from '#core/settings/store-settings.ts'
import { Barcode } from './barcode.tsx'
import { LABELS_PER_SHEET, type Paper } from './paper.ts'

type Props = { orders: Order[]; seller: Seller; paper: Paper }

export function AddressLabels({ orders, seller, paper }: Props) {
  if (paper === 'a6')
    return orders.map((order) => (
      <article
        key={order.id}
        className="printed-page paper-a6 mb-6 max-w-[27rem] break-inside-avoid border border-hairline print:mb-0 print:border-0"
      >
        <AddressLabel order={order} seller={seller} className="p-6 print:p-0" isLarge />
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
            <AddressLabel key={order.id} order={order} seller={seller} className="overflow-hidden p-[5mm]" />
          ))}
        </div>
      ))}
    </section>
  )
}

type LabelProps = { order: Order; seller: Seller; className: string; isLarge?: boolean }

function AddressLabel({ order, seller, className, isLarge = false }: LabelProps) {
  const [name, ...lines] = addressLines(order.shippingAddress, order.region)
  return (
    <section
      aria-label={`Label of order ${order.number}`}
      className={`flex ${isLarge ? 'flex-col gap-8' : 'gap-2'} ${className}`}
    >
      <div className="min-w-0 grow">
        <p className="line-clamp-1 text-ink-soft text-xs">{returnAddress(seller)}</p>
        <p
          dir="auto"
          className={`mt-2 [overflow-wrap:anywhere] ${isLarge ? 'text-title' : 'line-clamp-2 text-body leading-tight'}`}
        >
          {name}
        </p>
        <address className={`not-italic ${isLarge ? 'mt-2 text-name' : 'text-small leading-tight'}`}>
          {lines.map((line, index) => (
            <span
              key={line}
              dir="auto"
              className={`[overflow-wrap:anywhere] ${index === lines.length - 1 ? 'uppercase' : ''} ${isLarge ? 'block' : 'line-clamp-3'}`}
            >
              {line}
            </span>
          ))}
        </address>
      </div>
      <Barcode text={order.number} className={isLarge ? 'w-56' : 'w-36 shrink-0 self-end'} />
    </section>
  )
}

function returnAddress({ name, addressLines: street, city, postalCode, country }: Seller): string {
  return [name, ...street, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

function groupsOf<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
