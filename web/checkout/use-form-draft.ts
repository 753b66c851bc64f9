import { type RefObject, useEffect } from 'react'

const KEY = 'checkoutForm'
/** Not saved: fields of a single attempt, and fields that the page sets itself. */
const EXCLUDED_FIELDS = new Set(['key', 'items', 'expected_total', 'expected_currency', 'scripted', 'code'])

/** Keeps the form in this tab for shoppers who leave to pay or sign in, and come back. */
export function useFormDraft(form: RefObject<HTMLFormElement | null>): () => void {
  useEffect(() => {
    const { current } = form
    if (!current) return
    for (const [name, value] of Object.entries(readDraft()))
      restoreField(current.elements.namedItem(name), value)
  }, [form])
  return () => {
    if (!form.current) return
    const draftFields = [...new FormData(form.current)].filter(
      ([name, value]) => value && !EXCLUDED_FIELDS.has(name),
    )
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(draftFields)))
  }
}

export function clearFormDraft(): void {
  sessionStorage.removeItem(KEY)
}

function readDraft(): Record<string, string> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
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
  if (control instanceof HTMLInputElement && control.value === control.defaultValue) control.value = value
}
