import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { withParams } from '#web/ui/lists/data-table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'

export type FileToDelete = { path: string; name: string; usedBy: { id: string; name: string }[] }

type Props = { folder: 'media' | 'uploads'; file: FileToDelete }

export function DeleteFileDialog({ folder, file }: Props) {
  const adminPath = useAdminPath()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const closePath = withParams(params, { delete: null })
  const close = useCallback(() => navigate(closePath, { preventScrollReset: true }), [navigate, closePath])
  return (
    <Dialog title="Delete this file?" onClose={close}>
      <p className="mt-4">Are you sure you want to delete this file?</p>
      <p className="mt-2 wrap-anywhere text-ink-soft">{file.name}</p>
      {file.usedBy.length > 0 && (
        <p className="mt-2 text-rosewood">
          {`Deleting it also removes it from: ${file.usedBy.map(({ name }) => name).join(', ')}`}
        </p>
      )}
      <ActionForm
        action={adminPath(`${folder}/delete${closePath}`)}
        preventScrollReset
        className="mt-6 flex flex-wrap items-center gap-6"
      >
        <input type="hidden" name="path" value={file.path} />
        <SubmitButton>Delete</SubmitButton>
        <TextLink to={closePath} preventScrollReset>
          Cancel
        </TextLink>
      </ActionForm>
    </Dialog>
  )
}
