import { createPortal } from 'react-dom'
import type { EditorDialog, EditorDialogProps } from './editor-dialog.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'

const DIALOGS = { link: LinkDialog, picture: PictureDialog, product: ProductDialog }

/** Outside of the page's form: forms can't be nested. */
export function EditorDialogs({ dialog, ...props }: EditorDialogProps & { dialog: EditorDialog }) {
  const Dialog = DIALOGS[dialog]
  return createPortal(<Dialog {...props} />, document.body)
}
