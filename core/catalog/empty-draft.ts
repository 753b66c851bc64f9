import type { ProductDraft } from './product-draft.ts'

export const EMPTY_DRAFT: ProductDraft = {
  name: '',
  brand: '',
  tagline: '',
  description: '',
  category: 'Skincare',
  price: 0,
  originalPrice: null,
  sizeQuantity: null,
  sizeUnit: null,
  benefits: [],
  ingredients: [],
  howToUse: [],
  keywords: [],
  featured: false,
  status: 'draft',
}
