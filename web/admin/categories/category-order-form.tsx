import { ActionForm } from '#web/forms/action-form.tsx'

export const CATEGORY_ORDER_FORM = 'category-order'

/** The buttons in the table belong to it: forms can't be nested. */
export function CategoryOrderForm({ action }: { action: string }) {
  return <ActionForm id={CATEGORY_ORDER_FORM} action={action} preventScrollReset />
}
