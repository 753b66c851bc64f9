import type { Command, EditorState } from 'prosemirror-state'
import { createPortal } from 'react-dom'
import { LinkDialog } from './link-dialog.tsx'
import type { EmbedLibrary } from './node-views.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'

export type EditorDialog = 'link' | 'picture' | 'product'

export type EditorDialogProps = {
  state: EditorState
  library: EmbedLibrary
  run(command: Command): void
  onClose(): void
}

const DIALOGS = { link: LinkDialog, picture: PictureDialog, product: ProductDialog }

/** Outside of the page's form: forms can't be nested. */
export function EditorDialogs({ dialog, ...props }: EditorDialogProps & { dialog: EditorDialog }) {
  const Dialog = DIALOGS[dialog]
  return createPortal(<Dialog {...props} />, document.body)
}
