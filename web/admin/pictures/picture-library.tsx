import { type ReactNode, useState } from 'react'
import { useFetcher } from 'react-router'
import { Dialog } from '#web/ui/dialog.tsx'
import type { loader } from '../files/media.tsx'
import { LibrarySearch } from '../ui/library-search.tsx'
import { type PictureChoice, type PictureValue, toLibraryChoice } from './picture-choice.ts'
import { UploadPicture } from './upload-picture.tsx'

type Props = {
  kind: PictureValue
  onChoose(choice: PictureChoice & { alt: string }): void
  onClose(): void
}

/** All pictures of Media, and a field to upload one. */
export function PictureLibrary({ kind, onChoose, onClose }: Props) {
  const { data, load, state } = useFetcher<typeof loader>()
  const [search, setSearch] = useState('')
  const files =
    data?.files.flatMap((file) =>
      toLibraryChoice(file, kind).map((choice) => ({ ...choice, alt: file.alt ?? '' })),
    ) ?? []
  return (
    <Dialog
      title="Choose a picture"
      role="dialog"
      onClose={onClose}
      className="max-h-[calc(100dvh-1.5rem)] w-[min(48rem,calc(100vw-2rem))] overflow-y-auto p-5! text-small"
    >
      <LibrarySearch
        path="media"
        filter={kind === 'path' ? 'uploaded' : undefined}
        label="Search by name or alt text"
        load={load}
        onSearch={setSearch}
        pages={data}
        isLoading={!data}
        onClose={onClose}
        before={<UploadPicture kind={kind} onUpload={onChoose} />}
      >
        <div aria-busy={state !== 'idle'}>
          {data && !files.length && <EmptyLibrary isSearch={search !== ''} />}
          <ul aria-label="Pictures" className="grid grid-cols-3 gap-3 p-0.5 sm:grid-cols-5">
            {files.map((choice) => (
              <PictureItem key={choice.value} choice={choice} onChoose={onChoose} />
            ))}
          </ul>
        </div>
      </LibrarySearch>
    </Dialog>
  )
}

function EmptyLibrary({ isSearch }: { isSearch: boolean }) {
  return (
    <p className="py-6 text-ink-soft">
      {isSearch ? 'No pictures match.' : 'No pictures yet. You can upload one above.'}
    </p>
  )
}

type ItemProps = { choice: PictureChoice & { alt: string }; onChoose: Props['onChoose'] }

function PictureItem({ choice, onChoose }: ItemProps): ReactNode {
  return (
    <li>
      <button type="button" className="w-full cursor-pointer" onClick={() => onChoose(choice)}>
        <img
          src={choice.url}
          alt=""
          loading="lazy"
          className="aspect-square w-full bg-paper-deep object-contain"
        />
        <span className="block truncate text-left" title={choice.name}>
          {choice.name}
        </span>
        {choice.alt && <span className="block truncate text-left text-ink-soft">{choice.alt}</span>}
      </button>
    </li>
  )
}
