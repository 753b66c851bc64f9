import { type FormEvent, useState } from 'react'
import { completeLink, SAFE_LINK_HINT } from '#core/content/safe-link.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { linkAt, removeLink, setLink } from './editor-commands.ts'
import type { EditorDialogProps } from './editor-dialog.ts'

export function LinkDialog({ state, run, onClose }: EditorDialogProps) {
  const current = linkAt(state)
  const needsText = state.selection.empty && !current
  const [error, setError] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React's events bubble through portals to the page's form.
    event.stopPropagation()
    const form = new FormData(event.currentTarget)
    const link = completeLink(String(form.get('link')))
    if (!link) return setError(SAFE_LINK_HINT)
    onClose()
    run(setLink(link, String(form.get('text') ?? '').trim()))
  }

  return (
    <Dialog title={current ? 'Edit link' : 'Add a link'} role="dialog" onClose={onClose}>
      <form
        noValidate
        onSubmit={submit}
        onChange={(event) => event.stopPropagation()}
        className="mt-5 space-y-4"
      >
        {needsText && <Field label="Text" name="text" autoComplete="off" />}
        <Field
          label="Address"
          name="link"
          defaultValue={current}
          error={error}
          hint="For example https://example.com, /contact, or name@example.com"
          autoComplete="off"
          autoFocus
        />
        <div className="flex flex-wrap gap-4">
          <Button type="submit">{current ? 'Save link' : 'Add link'}</Button>
          {current && (
            <Button
              variant="secondary"
              onClick={() => {
                onClose()
                run(removeLink)
              }}
            >
              Remove link
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
