import { Node } from 'prosemirror-model'
import type { RichText } from '#core/content/rich-text.ts'
import { EDITOR_SCHEMA } from './editor-schema.ts'

/** Null if the editor can't show the document, such as one from a newer release. */
export function toEditor({ content }: RichText): Node | null {
  const filled = content.length ? content : [{ type: 'paragraph' }]
  try {
    const document = Node.fromJSON(EDITOR_SCHEMA, { type: 'doc', content: filled })
    document.check()
    return document
  } catch {
    return null
  }
}

/** As JSON for a form. Pasted text may contain control characters, which the store refuses. */
export function toJson(document: Node): string {
  return JSON.stringify(document.toJSON(), (key, value) =>
    key === 'text' && typeof value === 'string' ? value.replace(/\p{Cc}|\p{Cs}/gu, ' ') : value,
  )
}
