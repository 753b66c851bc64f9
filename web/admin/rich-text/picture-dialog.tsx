import { type FormEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { publicPath, type Upload } from '#core/media/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { loader } from '../files/media.tsx'
import { insertNode, selectedNode } from './editor-commands.ts'
import type { EditorDialogProps } from './editor-dialog.ts'
import { NODES } from './editor-schema.ts'
import { LibrarySearch } from './library-search.tsx'

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

  if (!choice) return <ChoosePicture onChoose={setChoice} onClose={onClose} />
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

type ChooseProps = { onChoose(choice: Choice): void; onClose(): void }

function ChoosePicture({ onChoose, onClose }: ChooseProps) {
  const { data, load } = useFetcher<typeof loader>()
  const pictures = data?.files.filter(({ pictureId }) => pictureId)
  return (
    <Dialog
      title="Choose a picture"
      role="dialog"
      onClose={onClose}
      className="w-[min(48rem,calc(100vw-2rem))]"
    >
      <LibrarySearch path="media" label="Search Media" load={load} isLoading={!data} onClose={onClose}>
        {pictures?.length === 0 && (
          <p className="py-6 text-ink-soft">No pictures found. Upload them in Media.</p>
        )}
        {pictures && pictures.length > 0 && (
          <ul aria-label="Pictures" className="grid grid-cols-3 gap-3 sm:grid-cols-5">
            {pictures.map((file) => (
              <li key={file.id}>
                <PictureButton file={file} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        )}
      </LibrarySearch>
    </Dialog>
  )
}

function PictureButton({ file, onChoose }: { file: Upload; onChoose(choice: Choice): void }) {
  const { name, alt, pictureId } = file
  const url = publicPath(file)
  return (
    <button
      type="button"
      className="w-full cursor-pointer"
      onClick={() => onChoose({ id: pictureId ?? '', url, alt: alt ?? '', caption: '' })}
    >
      <img src={url} alt="" loading="lazy" className="aspect-square w-full bg-paper-deep object-cover" />
      <span className="block truncate text-left">{name}</span>
    </button>
  )
}
