import { Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { MAX_LIST_DEPTH, RICH_TEXT_LIMITS } from '#core/content/rich-text-names.ts'
import { NODES } from './editor-schema.ts'

const { characters: MAX_CHARACTERS } = RICH_TEXT_LIMITS
/** Parsing more would freeze the page. Word writes up to a hundred times as much markup as text. */
const MAX_HTML = 1_000_000

type Notify = (message: string) => void

const format = (count: number) => count.toLocaleString('en-US')

/** Handles what must not reach the editor: files, and more than it can parse or the store accepts. */
export function interceptPaste(view: EditorView, { clipboardData }: ClipboardEvent, notify: Notify): boolean {
  if (!clipboardData) return false
  const text = clipboardData.getData('text/plain')
  const html = clipboardData.getData('text/html')
  if (!text && !html && clipboardData.files.length) {
    notify('To add a picture, upload it in Media. Then choose Picture.')
    return true
  }
  const remaining = MAX_CHARACTERS - view.state.doc.textContent.length
  if (text.length > remaining) {
    notify(
      `The clipboard has ${format(text.length)} characters. A page can have ${format(MAX_CHARACTERS)}, so ${format(Math.max(0, remaining))} more fit. Nothing was pasted.`,
    )
    return true
  }
  if (html.length > MAX_HTML) {
    if (!text) notify('The clipboard has too much formatting. Paste it as plain text (Ctrl+Shift+V).')
    else if (view.pasteText(text)) notify('Pasted as plain text: the clipboard had too much formatting.')
    return true
  }
  if (/<img\b/i.test(html) && !html.includes('data-embed='))
    notify('Pictures weren’t pasted. Upload them in Media, then choose Picture.')
  return false
}

/** Moves the items of lists that are nested too deeply up to the deepest level that is allowed. */
export function flattenLists({ content, openStart, openEnd }: Slice): Slice {
  const flat = flattenFragment(content, 0)
  return flat.eq(content) ? new Slice(content, openStart, openEnd) : new Slice(flat, 0, 0)
}

function flattenFragment(fragment: Fragment, depth: number): Fragment {
  const nodes: Node[] = []
  fragment.forEach((node) => {
    const isList = node.type === NODES.bulletList || node.type === NODES.orderedList
    nodes.push(node.copy(flattenFragment(node.content, depth + (isList ? 1 : 0))))
  })
  return Fragment.from(depth === MAX_LIST_DEPTH ? nodes.flatMap(liftInnerLists) : nodes)
}

function liftInnerLists(node: Node): Node[] {
  if (node.type !== NODES.listItem) return [node]
  const own: Node[] = []
  const lifted: Node[] = []
  node.content.forEach((child) => {
    if (child.type !== NODES.bulletList && child.type !== NODES.orderedList) own.push(child)
    else lifted.push(...child.children.flatMap(liftInnerLists))
  })
  return own.length ? [node.copy(Fragment.from(own)), ...lifted] : lifted
}
