import { useCallback } from 'react'
import { Form, Link, useNavigate, useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { withParams } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type FileToDelete = { path: string; name: string; usedBy: { id: string; name: string }[] }

export function DeleteFileDialog({ file }: { file: FileToDelete }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const closePath = withParams(params, { delete: null })
  const close = useCallback(() => navigate(closePath, { preventScrollReset: true }), [navigate, closePath])
  return (
    <Dialog title="Delete this file?" onClose={close}>
      <p className="mt-4">Are you sure you want to delete this file?</p>
      <p className="mt-2 truncate text-ink-soft">{file.name}</p>
      {file.usedBy.length > 0 && (
        <p className="mt-2 text-rosewood">
          {`Deleting it also removes it from: ${file.usedBy.map(({ name }) => name).join(', ')}`}
        </p>
      )}
      <Form
        method="post"
        action={closePath}
        preventScrollReset
        className="mt-6 flex flex-wrap items-center gap-6"
      >
        <input type="hidden" name="act" value="delete" />
        <input type="hidden" name="path" value={file.path} />
        <Button type="submit" size="small">
          Delete
        </Button>
        <Link to={closePath} preventScrollReset className="link-line">
          Cancel
        </Link>
      </Form>
    </Dialog>
  )
}
