import { Form } from 'react-router'
import type { DraftOrder } from '#core/draft-orders/find-draft-order.server.ts'
import type { DraftPrice } from '#core/draft-orders/price-draft.server.ts'
import { formatMoney } from '#core/money.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { Section } from '../ui/section.tsx'
import { QuoteTotals } from './quote-totals.tsx'

type ProductMatch = { id: string; name: string; price: number; stock: number }
type Props = {
  path: string
  draft: DraftOrder
  price: DraftPrice
  search: string
  products: ProductMatch[]
}

export function DraftItems({ path, draft, price, search, products }: Props) {
  const { items, version } = draft
  const { quote, problem } = price
  const amounts = new Map(quote?.lines.map(({ productId, amount }) => [productId, amount]))
  return (
    <Section title="Items">
      {items.length > 0 ? (
        <ActionForm key={version} action={`${path}/quantities`} noValidate>
          <input type="hidden" name="version" value={version} />
          <ul aria-label="Items" className="border-hairline border-t">
            {items.map(({ productId, name, quantity, stock }) => (
              <li key={productId} className="flex items-end gap-4 border-hairline border-b py-2">
                <input type="hidden" name="productId" value={productId} />
                <span className="min-w-0 flex-1 self-center [overflow-wrap:anywhere]">
                  {name}
                  <span className="block text-ink-soft">{stock} in stock</span>
                </span>
                <Field
                  label="Quantity"
                  name={`quantity.${productId}`}
                  type="number"
                  min={0}
                  max={20}
                  defaultValue={quantity}
                  aria-label={`Quantity of ${name}`}
                  className="w-20"
                />
                <span className="tabular w-20 self-center text-right">
                  {quote && formatMoney({ amount: amounts.get(productId) ?? 0, currency: quote.currency })}
                </span>
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-1">
            <SubmitButton variant="secondary">Update quantities</SubmitButton>
            <span className="text-ink-soft">0 removes a product.</span>
          </div>
        </ActionForm>
      ) : (
        <p className="text-ink-soft">No items yet. Search for a product to add it.</p>
      )}
      {problem && (
        <InlineNotice
          className="mt-4 max-w-prose"
          isSilent
          notice={{ title: 'This order can’t be sent yet', description: problem, tone: 'destructive' }}
        />
      )}
      {quote && <QuoteTotals quote={quote} offer={quote.offer} />}
      <ProductSearch path={path} version={version} search={search} products={products} />
    </Section>
  )
}

type SearchProps = { path: string; version: number; search: string; products: ProductMatch[] }

function ProductSearch({ path, version, search, products }: SearchProps) {
  return (
    <div className="mt-6 max-w-prose">
      <Form action={path} preventScrollReset className="flex items-end gap-4">
        <Field
          key={search}
          label="Add a product"
          name="q"
          type="search"
          defaultValue={search}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <SubmitButton variant="secondary">Search</SubmitButton>
      </Form>
      {search && products.length === 0 && <p className="mt-3 text-ink-soft">No products match.</p>}
      {products.length > 0 && (
        <ActionForm action={`${path}/items`} className="mt-3">
          <input type="hidden" name="version" value={version} />
          <ul aria-label="Products" className="border-hairline border-t">
            {products.map(({ id, name, price, stock }) => (
              <li key={id} className="flex items-center justify-between gap-4 border-hairline border-b py-2">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {name}
                  <span className="tabular block text-ink-soft">
                    {formatMoney({ amount: price, currency: 'usd' })} · {stock} in stock
                  </span>
                </span>
                <TextButton name="productId" value={id} aria-label={`Add ${name}`}>
                  Add
                </TextButton>
              </li>
            ))}
          </ul>
        </ActionForm>
      )}
    </div>
  )
}
