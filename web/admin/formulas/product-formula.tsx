import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { listFormulas } from '#core/ingredients/formulas/formulas.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/product-formula'
import { FormulaForm } from './formula-form.tsx'
import { formulaForms } from './formula-forms.ts'
import { FormulaVersions } from './formula-versions.tsx'

export const meta = adminMeta('Formula')

export async function loader({ context, pattern, params: { id } }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const product = await refusalToResponse(findAdminProduct(ctx, id))
  return { product, formulas: await listFormulas(ctx, { productId: id }) }
}

export const action = adminAction(formulaForms('product'), 'Formula not saved')

export default function ProductFormula({ loaderData: { product, formulas } }: Route.ComponentProps) {
  const path = useAdminPath()(`products/${product.id}/formula`)
  const [latest] = formulas
  const isShared = Boolean(latest?.familyId)
  const version = latest && !isShared ? latest.version : 0
  return (
    <>
      <ScreenHeader
        title={`${product.name}: formula`}
        lead={
          isShared ? (
            <>
              Shared by the products of{' '}
              <AdminLink to={`products/families/${product.familyId}/formula`}>{product.familyName}</AdminLink>
              . If you save this form, this product gets its own.
            </>
          ) : (
            'The ingredient list, statements, filters, and allergens of the product follow from it.'
          )
        }
      >
        {product.hasFormula && <HeaderLink to={`products/${product.id}/label`}>Print label</HeaderLink>}
        <HeaderLink to={`products/${product.id}`}>Edit product</HeaderLink>
        <HeaderLink to="products/ingredients">Dictionary</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <div className="space-y-10">
        <FormulaForm
          key={version}
          action={path}
          formula={latest ?? typed(product)}
          version={version}
          shades={[]}
        />
        <FormulaVersions formulas={formulas} />
      </div>
    </>
  )
}

/** A list that was typed before there was a formula is where the first one begins. */
function typed({ ingredients }: Route.ComponentProps['loaderData']['product']) {
  if (!ingredients.length) return undefined
  return {
    ...{ id: '', familyId: null, version: 0, leaveOn: true, validFrom: new Date(0), pending: false },
    ...{ createdAt: new Date(0), heroes: [] },
    lines: ingredients.map((name) => ({
      ...{ name, percent: null, isNano: false, mayContain: false, productIds: [], isKnown: false },
    })),
  }
}
