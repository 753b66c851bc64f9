import './print.css'
import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { displaySize, toSize } from '#core/catalog/size.ts'
import { formatDate } from '#core/dates.ts'
import { Refusal } from '#core/errors.ts'
import { findLabel } from '#core/ingredients/formulas/stored-label.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { loadSeller } from '#web/orders/documents/load-seller.server.ts'
import { type AdminContext, adminMeta, requireAdmin } from '../admin-context.ts'
import type { Route } from './+types/product-label'
import { PAPER_OPTIONS, paperOf, readPaper } from './paper.ts'
import { PrintToolbar } from './print-toolbar.tsx'

export const meta = adminMeta('Ingredient label')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const [label, seller] = await Promise.all([refusalToResponse(readLabel(ctx, params.id)), loadSeller(ctx)])
  return { ...label, paper: readPaper(url, paperOf(seller.country)) }
}

async function readLabel(ctx: AdminContext, id: string) {
  const product = await findAdminProduct(ctx, id)
  const label = await findLabel(ctx.db, id)
  if (!label) throw new Refusal('not_found', 'This product has no formula.')
  const names = (mayContain: boolean) =>
    label.entries.filter((entry) => entry.mayContain === mayContain).map(({ name }) => name)
  const size = toSize(product)
  return {
    id,
    name: product.name,
    brand: product.brand,
    size: size && displaySize(size),
    ingredients: names(false),
    mayContain: names(true),
    version: `Formula ${label.version}, since ${formatDate(label.validFrom, 'UTC')}`,
  }
}

export default function ProductLabel({ loaderData }: Route.ComponentProps) {
  const { id, name, brand, size, ingredients, mayContain, version, paper } = loaderData
  return (
    <>
      <PrintToolbar
        title="Ingredient label"
        lead={version}
        back={{ to: `products/${id}/formula`, title: `${name}: formula` }}
        paper={paper}
        papers={PAPER_OPTIONS}
      />
      <div className={`paper-${paper}`}>
        <article className="max-w-prose space-y-3 text-small">
          <h2 className="font-display text-name">
            {brand} {name}
          </h2>
          {size && <p>{size}</p>}
          <p>Ingredients: {ingredients.join(', ')}.</p>
          {mayContain.length > 0 && <p>May contain (+/−): {mayContain.join(', ')}.</p>}
        </article>
      </div>
    </>
  )
}
