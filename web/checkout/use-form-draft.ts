import { type RefObject, useCallback, useEffect } from 'react'
import { tabData } from '#web/browser-storage.ts'

/** Not saved: fields of a single attempt, and fields that the page sets itself. */
const EXCLUDED_FIELDS = new Set(['key', 'items', 'scripted', 'code', 'store_credit'])

/** Keeps the form in this tab for shoppers who leave to pay or sign in, and come back. */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, leavesToSignIn: boolean): () => void {
  useEffect(() => {
    const { current } = form
    if (!current) return
    const { payment, ...draft } = readDraft()
    for (const [name, value] of Object.entries({ ...draft, payment }))
      restoreField(current.elements.namedItem(name), value)
    if (payment) saveDraft(draft)
  }, [form])
  const save = useCallback(() => {
    if (!form.current) return
    // The payment method is stored only while signing in: every other visit starts with the card.
    const draftFields = [...new FormData(form.current)].filter(
      ([name, value]) =>
        value &&
        !EXCLUDED_FIELDS.has(name) &&
        !name.startsWith('expected_') &&
        (name !== 'payment' || leavesToSignIn),
    )
    saveDraft(Object.fromEntries(draftFields))
  }, [form, leavesToSignIn])
  useEffect(() => {
    if (leavesToSignIn) save()
  }, [leavesToSignIn, save])
  return save
}

function saveDraft(draft: object): void {
  tabData().setItem('checkoutForm', JSON.stringify(draft))
}

function readDraft(): Record<string, string> {
  try {
    return Object(JSON.parse(tabData().getItem('checkoutForm') ?? '{}'))
  } catch {
    return {}
  }
}

/** Leaves fields alone that the shopper has edited meanwhile. */
function restoreField(control: Element | RadioNodeList | null, value: unknown): void {
  if (typeof value !== 'string') return
  if (control instanceof RadioNodeList) {
    for (const choice of control)
      if (choice instanceof HTMLInputElement && choice.value === value && !choice.disabled) choice.click()
  }
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  if (!isText || control.value !== control.defaultValue) return
  if (control.type !== 'checkbox') control.value = value
  else if (control instanceof HTMLInputElement && !control.checked) control.click()
  const section = control.closest('details')
  if (section) section.open = true
}
