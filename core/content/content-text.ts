import type { ContentFields } from './content.ts'
import { listPictureIds, listProductIds, toPlainText } from './read-rich-text.ts'

/** What lists show and searches look in. */
export function contentText(content: ContentFields): { title: string; description: string; text: string } {
  if (content.kind === 'home') return { title: 'Home', description: '', text: '' }
  const { title, description, body } = content.fields
  const text = toPlainText(body)
  return { title, description, text: content.kind === 'page' ? `${content.fields.lead}\n${text}` : text }
}

/** The pictures and products that the content shows. */
export function contentReferences(content: ContentFields): { pictureIds: string[]; productIds: string[] } {
  if (content.kind === 'home') {
    const { hero, story, blocks } = content.fields
    const ownPictures = blocks.map(({ pictureId }) => pictureId)
    return { pictureIds: compact([hero.pictureId, story.pictureId, ...ownPictures]), productIds: [] }
  }
  const { body } = content.fields
  const main = content.kind === 'post' ? content.fields.pictureId : null
  return { pictureIds: compact([main, ...listPictureIds(body)]), productIds: listProductIds(body) }
}

const compact = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
