import { findMembers } from '#core/catalog/admin-products.server.ts'
import { findAdminFamily } from '#core/catalog/families/admin-families.server.ts'
import {
  addMembers,
  addProducts,
  removeProducts,
  reorderMembers,
} from '#core/catalog/families/save-family.server.ts'
import { invalidInput } from '#core/errors.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'
import { type ProductGridResult, saveProductGrid } from '../products/grid/save-product-grid.ts'
import { FAMILY_GRID_FIELDS } from './family-grid.tsx'
import { moveId } from './move-id.ts'
import { nameRows } from './name-rows.ts'
import { readJoiningProducts } from './read-family-form.ts'
import { readNewShades } from './read-new-shades.ts'

/** Keyed by the path of each form in routes.ts. */
export const FAMILY_FORMS: Record<string, AdminForm<ProductGridResult>> = {
  grid: saveProductGrid(FAMILY_GRID_FIELDS),
  shades: async ({ ctx, params: { id = '' }, form }) => {
    const { options } = await findAdminFamily(ctx, id)
    const { members, lines } = readNewShades(form, await findMembers(ctx, id), options)
    await nameRows({ lines }, () => addMembers(ctx, id, members))
    return 'shades-added'
  },
  products: async ({ ctx, params: { id = '' }, form }) => {
    const products = readJoiningProducts(form)
    if (!products.length) throw invalidInput('product', 'Choose at least one product.')
    await nameRows({ productIds: products.map(({ productId }) => productId) }, () =>
      addProducts(ctx, id, products),
    )
    return 'products-joined'
  },
  removal: async ({ ctx, params: { id = '' }, context, form, url }) => {
    const productIds = form.getAll('id').map(String)
    if (!productIds.length) throw invalidInput('id', 'Choose at least one product.')
    const { isDeleted } = await removeProducts(ctx, id, productIds)
    if (!isDeleted) return 'products-removed'
    return redirectWithFlash(context, 'family-deleted', `${adminBasePath(url)}/products/families`)
  },
  order: async ({ ctx, params: { id = '' }, form }) => {
    const ids = form.getAll('product').map(String)
    await reorderMembers(ctx, id, moveId(ids, fieldText(form, 'up'), fieldText(form, 'down')))
    return 'members-reordered'
  },
}
