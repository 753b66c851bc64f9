import { tabData } from '#web/browser-storage.ts'

export function clearFormDraft(): void {
  tabData().removeItem('checkoutForm')
}
