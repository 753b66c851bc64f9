import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PictureLibrary } from '../pictures/picture-library.tsx'
import { insertNode, selectedNode } from './editor-commands.ts'
import type { EditorDialogProps } from './editor-dialog.ts'
import { NODES } from './editor-schema.ts'

type Choice = { id: string; url: string; alt: string; caption: string }

/** With a picture selected, its texts; otherwise, which picture to insert. */
export function PictureDialog({ state, library, run, onClose }: EditorDialogProps) {
  const selected = selectedNode(state)
  const [choice, setChoice] = useState<Choice | null>(() => {
    if (selected?.type !== NODES.picture) return null
    const { id, alt, caption } = selected.attrs
    return { id, alt, caption, url: library.pictures[id] ?? '' }
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (!choice) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    library.pictures[choice.id] = choice.url
    onClose()
    run(insertNode(NODES.picture, { id: choice.id, alt: text('alt'), caption: text('caption') }))
  }

  if (!choice)
    return (
      <PictureLibrary
        kind="id"
        onChoose={({ value, url, alt }) => setChoice({ id: value, url, alt, caption: '' })}
        onClose={onClose}
      />
    )
  return (
    <Dialog title="Picture" role="dialog" onClose={onClose}>
      <form
        noValidate
        onSubmit={submit}
        onChange={(event) => event.stopPropagation()}
        className="mt-5 space-y-4"
      >
        {choice.url && (
          <img src={choice.url} alt="" className="max-h-48 w-full bg-paper-deep object-contain" />
        )}
        <Field
          label="Alt text"
          name="alt"
          maxLength={500}
          defaultValue={choice.alt}
          hint="What the picture shows, for people who can’t see it"
          autoFocus
        />
        <Field label="Caption" name="caption" maxLength={300} defaultValue={choice.caption} />
        <div className="flex gap-4">
          <Button type="submit">{selected?.type === NODES.picture ? 'Save' : 'Insert picture'}</Button>
          <Button variant="secondary" onClick={() => setChoice(null)}>
            Choose another
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
