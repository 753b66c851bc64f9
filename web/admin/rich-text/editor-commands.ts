import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state'
import { MAX_LIST_DEPTH } from '#core/content/rich-text-names.ts'
import { MARKS, NODES } from './editor-schema.ts'

export const toggleBold = toggleMark(MARKS.bold)
export const toggleItalic = toggleMark(MARKS.italic)

/** Turns a list into the other kind, or back into paragraphs. */
export function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const current = findAncestor(state, (node) => node === NODES.bulletList || node === NODES.orderedList)
    if (!current) return wrapInList(type)(state, dispatch)
    if (current.node.type === type) return liftListItem(NODES.listItem)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(current.position, type))
    return true
  }
}

export const toggleQuote: Command = (state, dispatch) =>
  isInside(state, NODES.blockquote)
    ? lift(state, dispatch)
    : chainCommands(wrapIn(NODES.blockquote))(state, dispatch)

export const indent: Command = (state, dispatch) =>
  listDepth(state) < MAX_LIST_DEPTH && sinkListItem(NODES.listItem)(state, dispatch)
export const outdent: Command = liftListItem(NODES.listItem)

export type TextStyle = 'paragraph' | 'heading' | 'subheading'

export function setTextStyle(style: TextStyle): Command {
  return style === 'paragraph'
    ? setBlockType(NODES.paragraph)
    : setBlockType(NODES.heading, { level: style === 'heading' ? 2 : 3 })
}

export function textStyleAt({ selection }: EditorState): TextStyle {
  const { parent } = selection.$from
  if (parent.type !== NODES.heading) return 'paragraph'
  return parent.attrs.level === 2 ? 'heading' : 'subheading'
}

/** Inserts the node, or replaces its attributes if one of its kind is selected. */
export function insertNode(type: NodeType, attrs?: Record<string, string>): Command {
  return (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(type.create(attrs), type.isInline).scrollIntoView())
    return true
  }
}

export const insertLineBreak = insertNode(NODES.hardBreak)

export function setLink(href: string, text: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = linkRange(state)
    const mark = MARKS.link.create({ href })
    const tr = empty
      ? state.tr.replaceSelectionWith(state.schema.text(text || href, [mark]), false)
      : state.tr.removeMark(from, to, MARKS.link).addMark(from, to, mark)
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkRange(state)
  dispatch?.(state.tr.removeMark(from, to, MARKS.link))
  return true
}

export function linkAt(state: EditorState): string {
  const { $from } = state.selection
  const mark = MARKS.link.isInSet($from.marks()) ?? MARKS.link.isInSet($from.nodeAfter?.marks ?? [])
  return mark ? String(mark.attrs.href) : ''
}

export function isMarkActive({ selection, storedMarks, doc }: EditorState, name: 'bold' | 'italic'): boolean {
  const { empty, $from, from, to } = selection
  const mark = MARKS[name]
  return empty ? Boolean(mark.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, mark)
}

export function isInside(state: EditorState, type: NodeType): boolean {
  return findAncestor(state, (candidate) => candidate === type) !== undefined
}

export function selectedNode({ selection }: EditorState) {
  return selection instanceof NodeSelection ? selection.node : null
}

/** With an empty selection in a link, the whole link. */
function linkRange(state: EditorState): { from: number; to: number; empty: boolean } {
  const { from, to, empty, $from } = state.selection
  const href = linkAt(state)
  if (!empty || !href) return { from, to, empty }
  const start = $from.start()
  let range = { from, to }
  $from.parent.forEach((child, offset) => {
    const [childFrom, childTo] = [start + offset, start + offset + child.nodeSize]
    const isHere = childFrom <= from && from <= childTo
    if (isHere && MARKS.link.isInSet(child.marks)?.attrs.href === href)
      range = { from: childFrom, to: childTo }
  })
  return { ...range, empty: range.from === range.to }
}

function findAncestor({ selection }: EditorState, matches: (type: NodeType) => boolean) {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (matches(node.type)) return { node, position: $from.before(depth) }
  }
  return undefined
}

function listDepth({ selection: { $from } }: EditorState): number {
  let lists = 0
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === NODES.listItem) lists++
  return lists
}
