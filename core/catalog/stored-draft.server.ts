import { z } from 'zod'
import { CATEGORIES } from './product.ts'
import type { ProductDraft } from './product-draft.ts'
import { PUBLISH_STATUSES } from './publish-status.ts'

/** A draft as the database returns it. `ProductDraft` checks what an administrator enters. */
export const StoredDraft = z.strictObject({
  name: z.string(),
  brand: z.string(),
  tagline: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  price: z.int(),
  originalPrice: z.int().nullable(),
  sizeQuantity: z.number().nullable(),
  sizeUnit: z.enum(['ml', 'g']).nullable(),
  shadeName: z.string().nullable(),
  shadeCode: z.string().nullable(),
  shadeColor: z.string().nullable(),
  shadeFinish: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  weight: z.int().nullable(),
  benefits: z.array(z.string()),
  ingredients: z.array(z.string()),
  howToUse: z.array(z.string()),
  keywords: z.array(z.string()),
  featured: z.boolean(),
  status: z.enum(PUBLISH_STATUSES),
}) satisfies z.ZodType<ProductDraft>
