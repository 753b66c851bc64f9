export const HERO_FIELDS = ['hero1', 'hero2', 'hero3'] as const
export const shadeField = (productId: string) => `shade.${productId}`
