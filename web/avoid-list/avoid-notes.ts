import {
  type AvoidList,
  describeMarks,
  EMPTY_AVOID_LIST,
  isEmptyList,
  markProduct,
  mergeLists,
  type ProductIngredients,
} from '#core/customers/avoid-list/avoid-list.ts'
import { onBrowserListChange, readBrowserList } from './browser-list.ts'
import { fetchAccountList, fetchProductIngredients } from './fetch-ingredients.ts'

const UNKNOWN = 'Not all of its ingredients are stated, so we can’t check it against your list.'

const notes = new Set<HTMLElement>()
/** By ID. An unpublished product has none. */
const products = new Map<string, ProductIngredients | undefined>()
let accountList: AvoidList = EMPTY_AVOID_LIST
let isScheduled = false

/** Until the signal, which comes when the customer signs out. */
export async function markAccountList(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  signal.addEventListener('abort', () => setAccountList(EMPTY_AVOID_LIST))
  const list = await fetchAccountList(signal).catch(() => EMPTY_AVOID_LIST)
  if (!signal.aborted) setAccountList(list)
}

/** Also for pages that the shopper opens next. */
export function defineAvoidNotes(): void {
  if (customElements.get('avoid-note')) return
  customElements.define('avoid-note', AvoidNoteElement)
  onBrowserListChange(update, new AbortController().signal)
}

/** After the customer has changed it. */
export function setAccountList(list: AvoidList): void {
  defineAvoidNotes()
  accountList = list
  update()
}

class AvoidNoteElement extends HTMLElement {
  static observedAttributes = ['product']

  connectedCallback(): void {
    notes.add(this)
    update()
  }

  disconnectedCallback(): void {
    notes.delete(this)
  }

  attributeChangedCallback(): void {
    update()
  }
}

/** Once for all notes that appear together. */
function update(): void {
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(async () => {
    isScheduled = false
    render()
    if (isEmptyList(currentList())) return
    const missing = [...new Set([...notes].map(productOf))].filter((id) => id && !products.has(id))
    if (!missing.length) return
    for (const id of missing) products.set(id, undefined)
    const fetched = await fetchProductIngredients(missing).catch(() => {
      for (const id of missing) products.delete(id)
      return []
    })
    for (const product of fetched) products.set(product.id, product)
    render()
  })
}

function render(): void {
  const list = currentList()
  for (const note of notes) {
    const text = isEmptyList(list) ? '' : describe(list, note)
    if (note.textContent !== text) note.textContent = text
  }
}

function describe(list: AvoidList, note: HTMLElement): string {
  const product = products.get(productOf(note))
  const kind = note.getAttribute('kind')
  if (!product) return ''
  const marks = describeMarks(markProduct(list, product, kind === 'card'))
  return kind === 'page' && !product.isComplete ? `${marks} ${UNKNOWN}`.trim() : marks
}

const productOf = (note: HTMLElement) => note.getAttribute('product') ?? ''
const currentList = () => mergeLists([readBrowserList(), accountList])
