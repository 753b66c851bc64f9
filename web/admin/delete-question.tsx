import { useCallback } from 'react'
import { Form, Link, useNavigate, useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { withParams } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'

export type Doomed = { path: string; name: string; shownBy: { id: string; name: string }[] }

/** Asked once, with what would lose it. */
export function DeleteQuestion({ file }: { file: Doomed }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const back = withParams(params, { delete: null })
  const close = useCallback(() => navigate(back, { preventScrollReset: true }), [navigate, back])
  return (
    <Dialog title="Delete this file?" onClose={close}>
      <p className="mt-4">Are you sure you want to delete this file?</p>
      <p className="mt-2 truncate text-ink-soft">{file.name}</p>
      {file.shownBy.length > 0 && (
        <p className="mt-2 text-rosewood">
          It is shown by {file.shownBy.map(({ name }) => name).join(', ')}, which would lose it.
        </p>
      )}
      <Form method="post" action={back} preventScrollReset className="mt-6 flex flex-wrap items-center gap-6">
        <input type="hidden" name="act" value="delete" />
        <input type="hidden" name="path" value={file.path} />
        <Button type="submit" size="row">
          Delete
        </Button>
        <Link to={back} preventScrollReset className="link-line">
          Keep It
        </Link>
      </Form>
    </Dialog>
  )
}
