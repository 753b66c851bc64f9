import { z } from 'zod'
import { inputSchemas, storedSchemas } from '#core/fields/field-schemas.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'

/** What staff can edit. Prices are in US cents. */
export const ProductDraft = z
  .object(inputSchemas(PRODUCT_FIELDS))
  .superRefine(({ price, originalPrice, sizeQuantity, sizeUnit, ...draft }, issues) => {
    if (!draft.shadeName && (draft.shadeCode || draft.shadeColor || draft.shadeFinish))
      issues.addIssue({ code: 'custom', path: ['shadeName'], message: 'Enter a name for this shade.' })
    if (originalPrice !== null && originalPrice <= price)
      issues.addIssue({
        code: 'custom',
        path: ['originalPrice'],
        message: 'The compare-at price must be higher than the price. Leave it empty if there is none.',
      })
    if ((sizeQuantity === null) !== (sizeUnit === null))
      issues.addIssue({ code: 'custom', path: ['sizeQuantity'], message: 'Enter both a size and a unit.' })
  })
export type ProductDraft = z.infer<typeof ProductDraft>

/** A draft as the database returns it. */
export const StoredDraft = z.strictObject(storedSchemas(PRODUCT_FIELDS))

export function slugify(name: string, fallback = 'product'): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return (
    folded
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80)
      .replace(/-$/, '') || fallback
  )
}
