import type { RichText } from '#core/content/rich-text.ts'
import type { EmbedLibrary } from './node-views.ts'

export type RichTextFieldProps = {
  name: string
  label: string
  document: RichText
  library: EmbedLibrary
  error?: string | undefined
  onChange(): void
}
