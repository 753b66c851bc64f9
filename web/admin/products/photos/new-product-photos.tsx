import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { useAdminPath } from '../../admin-context.ts'
import { UploadForm } from '../../files/upload-form.tsx'
import { PHOTO_ACCEPT, type PictureChoice } from '../../pictures/picture-choice.ts'
import { PictureLibrary } from '../../pictures/picture-library.tsx'
import { Section } from '../../ui/section.tsx'

type Props = {
  /** The ID of the product’s form, which the checkboxes belong to. */
  form: string
  newest: PictureChoice[]
  /** Selected in a form that was refused. */
  selected: string[]
  uploadError: string | null
  onChange(): void
}

/** Uploads are stored in Media at once, and linked when the product is created. */
export function NewProductPhotos({ form, newest, selected, uploadError, onChange }: Props) {
  const [added, setAdded] = useState<PictureChoice[]>([])
  const [isChoosing, setIsChoosing] = useState(false)
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: added photos are selected
  useEffect(onChange, [added])
  const add = (choices: PictureChoice[]) =>
    setAdded((current) => {
      const isNew = ({ value }: PictureChoice) => !current.some((choice) => choice.value === value)
      return [...current, ...choices.filter(isNew)]
    })
  const addedIds = added.map(({ value }) => value)
  const choices = [...added, ...newest.filter(({ value }) => !addedIds.includes(value))]
  return (
    <Section title="Photos" to={useAdminPath()('media')} more="Media">
      <UploadForm
        error={uploadError}
        bucket="admin_uploads"
        accept={PHOTO_ACCEPT}
        toasts={false}
        onUploaded={(files) =>
          add(
            files.flatMap(({ picture_id: value, url, name }) =>
              value ? [{ value, url, name: name ?? '' }] : [],
            ),
          )
        }
      />
      <fieldset className="-mt-2">
        <legend className="text-ink-soft">Select up to 12. The first is the main photo.</legend>
        <div className="mt-2 grid grid-cols-4 gap-2 p-0.5 sm:grid-cols-6">
          {choices.map(({ value, url, name }) => (
            <label
              key={value}
              className="cursor-pointer border border-transparent p-1 has-checked:border-ink has-focus-visible:outline-2"
            >
              <img src={url} alt="" loading="lazy" className="aspect-[3/4] w-full bg-paper object-cover" />
              <span className="mt-1 flex min-h-6 items-center gap-2">
                <input
                  type="checkbox"
                  name="picture"
                  value={value}
                  form={form}
                  defaultChecked={addedIds.includes(value) || selected.includes(value)}
                  data-saved=""
                  onChange={onChange}
                  className="size-4 shrink-0 accent-rosewood"
                />
                <span className="min-w-0 truncate" title={name}>
                  {name}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {isHydrated && (
        <Button variant="secondary" className="mt-2" onClick={() => setIsChoosing(true)}>
          Choose from Media…
        </Button>
      )}
      {isChoosing &&
        createPortal(
          <PictureLibrary
            kind="product"
            onChoose={(choice) => {
              setIsChoosing(false)
              add([choice])
            }}
            onClose={() => setIsChoosing(false)}
          />,
          document.body,
        )}
    </Section>
  )
}
