/** What it was done to, as the database tells it by the deed's name. */
export const AUDIT_KINDS = ['products', 'orders', 'people', 'books', 'offers', 'reviews', 'files'] as const
