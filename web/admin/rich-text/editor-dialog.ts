import type { Command, EditorState } from 'prosemirror-state'
import type { EmbedLibrary } from './node-views.ts'

export type EditorDialog = 'link' | 'picture' | 'product'

export type EditorDialogProps = {
  state: EditorState
  library: EmbedLibrary
  run(command: Command): void
  onClose(): void
}
