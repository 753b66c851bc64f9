import { type LibraryPicture, MAX_USES, type PictureUse } from '#core/media/library.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SMALL_CONTROLS } from '#web/ui/fields/small-controls.ts'
import { useAdminPath } from '../admin-context.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { FileButtons } from './file-buttons.tsx'
import { formatFileSize } from './uploads.tsx'

export function MediaCard({ file }: { file: LibraryPicture & { usedBy: PictureUse[] } }) {
  const { id, name, alt, path, pictureId, usedBy } = file
  const isBanner = file.contentId !== pictureId
  return (
    <article aria-label={name}>
      <div className="relative">
        <a href={file.url} className="block bg-paper">
          <img
            src={file.thumbnailUrl}
            alt={alt || `Preview of ${name}`}
            loading="lazy"
            decoding="async"
            className="aspect-[3/4] w-full object-contain"
          />
        </a>
        {path && (
          <label className="absolute top-1 left-1 flex size-10 cursor-pointer items-center justify-center bg-white/85">
            <input type="checkbox" name="id" value={id} form="bulk" className="size-4 accent-rosewood" />
            <span className="sr-only">Select {name}</span>
          </label>
        )}
      </div>
      <p className="mt-2 line-clamp-2 wrap-anywhere leading-tight" title={name}>
        {name}
      </p>
      <p className="tabular text-ink-soft">{formatFileSize(file.bytes)}</p>
      {isBanner && <p className="text-ink-soft">Banner of the store</p>}
      {(usedBy.length > 0 || !isBanner) && <PictureUses uses={usedBy} />}
      {path && pictureId && <AltText file={file} />}
      {path ? (
        <FileButtons file={{ name, path, url: file.url }} />
      ) : (
        <p className="mt-1 text-ink-soft">Came with the store</p>
      )}
    </article>
  )
}

const LISTED_USES = 2
const USE_PATHS = {
  ...{ product: 'products', content: 'content' },
  ...{ category: 'products/categories', collection: 'products/collections' },
}

function PictureUses({ uses }: { uses: PictureUse[] }) {
  const listed = uses.slice(0, LISTED_USES)
  const others = Math.min(uses.length, MAX_USES) - listed.length
  const more = uses.length > MAX_USES ? ' and more than ' : ' and '
  return (
    <p className="text-ink-soft">
      {uses.length === 0 && 'Not used in products or pages'}
      {listed.map(({ kind, id, name }, index) => (
        <span key={`${kind} ${id}`}>
          {index === 0 ? 'Used in ' : ', '}
          <AdminLink to={`${USE_PATHS[kind]}/${id}`}>{name}</AdminLink>
        </span>
      ))}
      {others > 0 && more + pluralize(others, 'other', 'others')}
    </p>
  )
}

function AltText({ file: { id, name, alt } }: { file: LibraryPicture }) {
  return (
    <ActionForm
      action={useAdminPath()('media/alt-text')}
      preventScrollReset
      className="mt-1 flex items-center gap-2"
    >
      <input type="hidden" name="id" value={id} />
      <input
        name="alt"
        defaultValue={alt ?? ''}
        maxLength={500}
        aria-label={`Alt text for ${name}`}
        placeholder="Alt text"
        className={SMALL_CONTROLS.input}
      />
      <button type="submit" className="link-line min-h-9 cursor-pointer">
        Save<span className="sr-only"> alt text for {name}</span>
      </button>
    </ActionForm>
  )
}
