import type { ContentFields } from '#core/content/content.ts'
import { EMPTY_RICH_TEXT } from '#core/content/rich-text.ts'

export function emptyContent(kind: 'page' | 'post'): ContentFields {
  const shared = { title: '', description: '', body: EMPTY_RICH_TEXT }
  return kind === 'page'
    ? { kind, fields: { ...shared, lead: '' } }
    : { kind, fields: { ...shared, author: '', pictureId: null } }
}
