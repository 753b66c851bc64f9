import type { ReactNode } from 'react'
import { addressLines } from '#core/customers/postal-address.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { Seller } from '#core/settings/store-settings.ts'
import { PostalAddress } from '#web/ui/postal-address.tsx'

type Props = {
  order: Order
  seller: Seller
  title: string
  heading?: 'h1' | 'h2'
  /** Dates and references below the title. */
  facts: ReactNode
  recipientTitle: string
  /** Left out of what travels with a parcel. */
  email?: string
  children: ReactNode
}

/** The layout of invoices, credit notes, and packing slips. */
export function PrintedDocument({
  order,
  seller,
  title,
  heading: Heading = 'h1',
  facts,
  recipientTitle,
  email,
  children,
}: Props) {
  const { shippingAddress, region } = order
  return (
    <>
      <header className="flex flex-wrap justify-between gap-8 border-hairline border-b pb-8 print:flex-nowrap">
        <div>
          {seller.logo ? (
            <img src={seller.logo} alt={seller.name} className="h-12 max-w-60 object-contain object-left" />
          ) : (
            <p className="font-display text-title">{seller.name}</p>
          )}
          <div className="mt-2 text-ink-soft text-small">
            <PostalAddress lines={sellerLines(seller)} />
          </div>
        </div>
        <div className="tabular text-small">
          <Heading className="font-display text-name">{title}</Heading>
          <div className="mt-2 text-ink-soft">{facts}</div>
        </div>
      </header>
      <section aria-label={recipientTitle} className="mt-8 text-small">
        <p className="label text-ink-soft">{recipientTitle}</p>
        <div className="mt-2">
          <PostalAddress lines={addressLines(shippingAddress, region)} />
          {email && <p>{email}</p>}
        </div>
      </section>
      {children}
    </>
  )
}

type ItemsProps = {
  order: Order
  /** Packing slips show no prices. */
  showPrices: boolean
  /** By product, for the person who packs. */
  skus?: Record<string, string>
  /** By product: which batches to pack. */
  batches?: Record<string, string[]>
}

export function DocumentItems({ order, showPrices, skus = {}, batches = {} }: ItemsProps) {
  const money = (amount: number) => formatMoney({ amount, currency: order.currency })
  return (
    <table className="tabular mt-10 w-full text-small">
      <thead className="label text-ink-soft">
        <tr className="border-hairline border-b text-left">
          <th className="py-2 font-normal">Product</th>
          <th className="py-2 text-right font-normal">Quantity</th>
          {showPrices && <th className="py-2 pl-4 text-right font-normal">Price</th>}
          {showPrices && <th className="py-2 pl-4 text-right font-normal">Amount</th>}
        </tr>
      </thead>
      <tbody>
        {order.items.map(({ productId, name, quantity, price, amount, sample }) => (
          <tr key={productId} className="break-inside-avoid border-hairline border-b">
            <td className="py-3 pr-4 [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
              {sample && <span className="block text-ink-soft">Free sample</span>}
              {skus[productId] && <span className="block text-ink-soft">{skus[productId]}</span>}
              {batches[productId]?.map((text) => (
                <span key={text} className="block text-ink-soft">
                  {text}
                </span>
              ))}
            </td>
            <td className="py-3 text-right">{quantity}</td>
            {showPrices && <td className="py-3 pl-4 text-right">{money(price)}</td>}
            {showPrices && <td className="py-3 pl-4 text-right">{money(amount)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Leaves out what the owner hasn’t entered. */
function sellerLines(seller: Seller): string[] {
  const { name, logo, addressLines, city, region, postalCode, country, taxNumber, email, phone } = seller
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const taxLine = taxNumber && `Tax number: ${taxNumber}`
  return [logo ? name : '', ...addressLines, place, country, taxLine, email, phone].filter(Boolean)
}
