import type { ReactNode } from 'react'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { publicPath, type Upload } from '#core/media/upload.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useAdminPath } from '../admin-context.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { Section } from '../ui/section.tsx'

export function ProductPictures({ product, library }: { product: AdminProduct; library: Upload[] }) {
  const adminPath = useAdminPath()
  const action = adminPath(`products/${product.id}/pictures`)
  const pictureIds = product.images.map(({ id }) => id)
  const addableFiles = library.filter(({ pictureId }) => pictureId && !pictureIds.includes(pictureId))
  return (
    <Section id="photos" title="Photos" to={adminPath('media')} more="Media">
      {pictureIds.length === 0 && <p className="text-ink-soft">No photos yet. A placeholder is shown.</p>}
      <ul aria-label="Product photos" className="grid grid-cols-3 gap-3">
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
            <span className="flex justify-between">
              {index > 0 && (
                <PictureOrderButton
                  action={action}
                  pictures={moveEarlier(pictureIds, index)}
                  name={`Move photo ${index + 1} earlier`}
                >
                  ←
                </PictureOrderButton>
              )}
              <PictureOrderButton
                action={action}
                pictures={pictureIds.filter((other) => other !== id)}
                name={`Remove photo ${index + 1}`}
              >
                ×
              </PictureOrderButton>
            </span>
          </li>
        ))}
      </ul>
      {addableFiles.length > 0 && (
        <details className="mt-4">
          <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
            Add from Media…
          </summary>
          <ul aria-label="Photos in Media" className="mt-2 grid grid-cols-4 gap-2">
            {addableFiles.map((file) => (
              <li key={file.id}>
                <PictureOrderButton
                  action={action}
                  pictures={[...pictureIds, file.pictureId ?? '']}
                  name={`Add ${file.name}`}
                >
                  <img
                    src={publicPath(file)}
                    alt={file.alt ?? ''}
                    loading="lazy"
                    className="aspect-[3/4] w-full object-cover"
                  />
                </PictureOrderButton>
              </li>
            ))}
          </ul>
        </details>
      )}
      {addableFiles.length === 0 && (
        <p className="mt-3 text-ink-soft">
          Upload more in <AdminLink to="media">Media</AdminLink>.
        </p>
      )}
    </Section>
  )
}

/** Submits the complete new order, so that two quick clicks can't mix two orders. */
type Props = { action: string; pictures: string[]; name: string; children: ReactNode }

function PictureOrderButton({ action, pictures, name, children }: Props) {
  return (
    <ActionForm action={action} navigate preventScrollReset>
      {pictures.map((id) => (
        <input key={id} type="hidden" name="picture" value={id} />
      ))}
      <Tooltip text={name}>
        <button type="submit" className="min-h-8 min-w-8 cursor-pointer text-body hover:text-rosewood">
          {children}
          <span className="sr-only">{name}</span>
        </button>
      </Tooltip>
    </ActionForm>
  )
}

function moveEarlier(pictureIds: string[], index: number): string[] {
  const reordered = [...pictureIds]
  const [movedId] = reordered.splice(index, 1)
  reordered.splice(index - 1, 0, movedId ?? '')
  return reordered
}
