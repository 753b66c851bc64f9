const PERSONAL_LISTS = ['users.csv', 'orders.csv', 'newsletter.csv', 'reviews.csv']

/** The audit log says who took personal data out of the store, and such an export can need approval. */
export function isPersonalList(file: string): boolean {
  return PERSONAL_LISTS.includes(file)
}
