import { Refusal } from '#core/errors.ts'
import {
  mergeBrowserWishlist,
  onBrowserWishlistChange,
  readBrowserWishlist,
  requestWishlist,
  saveBrowserWish,
} from './browser-wishlist.ts'
import { WISH_FORM } from './wish-heart.tsx'

let wished: ReadonlySet<string> = new Set()
let isObserving = false
/** The account's list, while the customer is signed in. */
let account: Promise<void> | undefined

/** Until the signal, which comes when the customer signs out. */
export function showAccountHearts(signal: AbortSignal): void {
  if (signal.aborted) return
  signal.addEventListener('abort', () => {
    account = undefined
    showBrowserHearts()
  })
  void loadAccount()
}

export function showBrowserHearts(): void {
  if (!account) show(readBrowserWishlist())
}

function loadAccount(): Promise<void> {
  account ??= mergeBrowserWishlist().then(show, () => {
    account = undefined
  })
  return account
}

let changes: Promise<void> = Promise.resolve()

/** One change at a time, so that pressing a heart twice ends as it was. */
export function toggleHeart({ value }: HTMLButtonElement): void {
  changes = changes.then(() => toggle(value))
}

/**
 * Shows the change at once, and takes it back if it can't be saved. A customer's first click may come before the page knows
 * them: the browser keeps it, and merges it into their list.
 */
async function toggle(id: string): Promise<void> {
  const isSignedIn = account !== undefined
  if (isSignedIn) await loadAccount()
  else showBrowserHearts()
  const before = wished
  const isWished = !before.has(id)
  show(isWished ? [...before, id] : [...before].filter((other) => other !== id))
  try {
    if (isSignedIn) show(await requestWishlist({ productId: id, ...(!isWished && { remove: 'on' }) }))
    else saveBrowserWish(id, isWished)
  } catch (error) {
    show(before)
    if (error instanceof Refusal) submitPlainly(id)
  }
}

/** As without scripts: the next page says why the product can't be saved. */
function submitPlainly(productId: string): void {
  const form = document.getElementById(WISH_FORM) as HTMLFormElement
  const input = document.createElement('input')
  Object.assign(input, { type: 'hidden', name: 'productId', value: productId })
  form.append(input)
  form.submit()
}

function show(ids: Iterable<string>): void {
  wished = new Set(ids)
  observe()
  mark()
}

/** Marks hearts of pages that the shopper opens next, too. */
function observe(): void {
  if (isObserving) return
  isObserving = true
  onBrowserWishlistChange(showBrowserHearts)
  new MutationObserver(mark).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['value'],
  })
}

function mark(): void {
  for (const heart of document.querySelectorAll<HTMLButtonElement>(`button[form="${WISH_FORM}"]`)) {
    const isPressed = String(wished.has(heart.value))
    if (heart.ariaPressed !== isPressed) heart.ariaPressed = isPressed
  }
}
