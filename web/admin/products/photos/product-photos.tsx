import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useSubmit } from 'react-router'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { ActionForm, useFormKey, useOwnResult } from '#web/forms/action-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useAdminPath } from '../../admin-context.ts'
import { UploadForm } from '../../files/upload-form.tsx'
import { PHOTO_ACCEPT, type PictureChoice } from '../../pictures/picture-choice.ts'
import { PictureLibrary } from '../../pictures/picture-library.tsx'
import { Section } from '../../ui/section.tsx'
import type { PhotosResult } from './save-photos.ts'

type Props = { product: AdminProduct; newest: PictureChoice[]; uploadError: string | null }

/** Each button submits the complete new list, so that two quick clicks can't mix two orders. */
export function ProductPhotos({ product, newest, uploadError }: Props) {
  const adminPath = useAdminPath()
  const action = adminPath(`products/${product.id}/pictures`)
  const photoIds = product.images.map(({ id }) => id)
  const { savePhotos, isHydrated } = useSavePhotos(action)
  const [isChoosing, setIsChoosing] = useState(false)
  const [uploadNote, setUploadNote] = useState('')
  // An upload can end after the photos were changed.
  const currentIds = useRef(photoIds)
  currentIds.current = photoIds
  const addPhotos = (ids: string[]) => savePhotos([...currentIds.current, ...ids])
  return (
    <Section id="photos" title="Photos" to={adminPath('media')} more="Media">
      {photoIds.length === 0 && <p className="text-ink-soft">No photos yet. A placeholder is shown.</p>}
      <ul aria-label="Product photos" className="grid grid-cols-2 gap-3 sm:max-xl:grid-cols-4">
        {product.images.map(({ id, url, alt, width, height }, index) => (
          <li key={id}>
            <img
              src={url}
              alt={alt}
              width={width}
              height={height}
              loading="lazy"
              className="aspect-[3/4] w-full object-cover"
            />
            <span className="flex items-center justify-between">
              <span className="flex">
                {index > 0 && (
                  <PhotoButton
                    action={action}
                    photoIds={move(photoIds, index, -1)}
                    name={`Move photo ${index + 1} earlier`}
                  >
                    ←
                  </PhotoButton>
                )}
                {index < photoIds.length - 1 && (
                  <PhotoButton
                    action={action}
                    photoIds={move(photoIds, index, 1)}
                    name={`Move photo ${index + 1} later`}
                  >
                    →
                  </PhotoButton>
                )}
              </span>
              <PhotoButton
                action={action}
                photoIds={photoIds.filter((other) => other !== id)}
                name={`Remove photo ${index + 1}`}
              >
                ×
              </PhotoButton>
            </span>
          </li>
        ))}
      </ul>
      <UndoChange action={action} photoIds={photoIds} />
      <div className="mt-4">
        <UploadForm
          error={uploadError}
          bucket="admin_uploads"
          accept={PHOTO_ACCEPT}
          toasts={false}
          onUploaded={(files) => {
            const ids = files.flatMap(({ picture_id: pictureId }) => pictureId ?? [])
            setUploadNote(ids.length < files.length ? 'GIFs can’t be photos of a product.' : '')
            if (ids.length) addPhotos(ids)
          }}
        />
        <p role="status" className="text-rosewood empty:hidden">
          {uploadNote}
        </p>
      </div>
      {isHydrated ? (
        <Button variant="secondary" onClick={() => setIsChoosing(true)}>
          Choose from Media…
        </Button>
      ) : (
        <NewestPictures action={action} photoIds={photoIds} newest={newest} />
      )}
      {isChoosing &&
        createPortal(
          <PictureLibrary
            kind="product"
            onChoose={({ value }) => {
              setIsChoosing(false)
              addPhotos([value])
            }}
            onClose={() => setIsChoosing(false)}
          />,
          document.body,
        )}
    </Section>
  )
}

function useSavePhotos(action: string) {
  const submit = useSubmit()
  const { search } = useLocation()
  const fetcherKey = useFormKey()
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  function savePhotos(ids: string[]) {
    const form = new FormData()
    for (const id of ids) form.append('picture', id)
    submit(form, {
      method: 'post',
      action: action + search,
      navigate: false,
      fetcherKey,
      preventScrollReset: true,
    })
  }
  return { savePhotos, isHydrated }
}

function UndoChange({ action, photoIds }: { action: string; photoIds: string[] }) {
  const { previousPhotos }: Partial<PhotosResult> = useOwnResult(action)
  const canUndo = previousPhotos && previousPhotos.join() !== photoIds.join()
  return (
    <div role="status" className="min-h-10">
      {canUndo && (
        <ActionForm action={action} preventScrollReset className="flex flex-wrap items-center gap-x-4">
          <span>Photos updated.</span>
          <PhotoIds ids={previousPhotos} />
          <button type="submit" className="link-line min-h-10 cursor-pointer">
            Undo<span className="sr-only"> the change of photos</span>
          </button>
        </ActionForm>
      )}
    </div>
  )
}

type NewestProps = { action: string; photoIds: string[]; newest: PictureChoice[] }

/** Until scripts load, which open the whole library. */
function NewestPictures({ action, photoIds, newest }: NewestProps) {
  const addable = newest.filter(({ value }) => !photoIds.includes(value))
  if (!addable.length) return null
  return (
    <details>
      <summary className="link-line inline-flex min-h-10 cursor-pointer list-none items-center">
        Choose from Media…
      </summary>
      <ul aria-label="Photos in Media" className="mt-2 grid grid-cols-4 gap-2">
        {addable.map(({ value, url, name }) => (
          <li key={value}>
            <PhotoButton action={action} photoIds={[...photoIds, value]} name={`Add ${name}`}>
              <img src={url} alt="" loading="lazy" className="aspect-[3/4] w-full object-cover" />
            </PhotoButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

type ButtonProps = { action: string; photoIds: string[]; name: string; children: ReactNode }

function PhotoButton({ action, photoIds, name, children }: ButtonProps) {
  return (
    <ActionForm action={action} preventScrollReset>
      <PhotoIds ids={photoIds} />
      <Tooltip text={name}>
        <button type="submit" className="min-h-10 min-w-10 cursor-pointer text-lead hover:text-rosewood">
          <span aria-hidden="true">{children}</span>
          <span className="sr-only">{name}</span>
        </button>
      </Tooltip>
    </ActionForm>
  )
}

function PhotoIds({ ids }: { ids: string[] }) {
  return ids.map((id) => <input key={id} type="hidden" name="picture" value={id} />)
}

function move(ids: string[], index: number, step: 1 | -1): string[] {
  const moved = [...ids]
  moved.splice(index + step, 0, ...moved.splice(index, 1))
  return moved
}
