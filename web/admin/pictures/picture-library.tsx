import { type ReactNode, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Upload } from '#core/media/upload.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { loader } from '../files/media.tsx'
import { LibrarySearch } from '../ui/library-search.tsx'
import { type PictureChoice, type PictureValue, STORE_PHOTOGRAPHS, toChoice } from './picture-choice.ts'
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
  const isFirstPage = data?.previous === null
  const files =
    data?.files.flatMap((file) => toChoice(file, kind).map((choice) => ({ ...choice, file }))) ?? []
  const photographs =
    kind === 'id' && isFirstPage ? STORE_PHOTOGRAPHS.filter(({ name }) => includes(name, search)) : []
  return (
    <Dialog
      title="Choose a picture"
      role="dialog"
      onClose={onClose}
      className="max-h-[calc(100dvh-1.5rem)] w-[min(48rem,calc(100vw-2rem))] overflow-y-auto p-5!"
    >
      <LibrarySearch
        path="media"
        label="Search by name or alt text"
        load={load}
        pages={data}
        isLoading={!data}
        onSearch={setSearch}
        onClose={onClose}
        before={<UploadPicture kind={kind} onUpload={onChoose} />}
      >
        <div aria-busy={state !== 'idle'}>
          {data && !files.length && !photographs.length && (
            <p className="py-6 text-ink-soft">No pictures match.</p>
          )}
          <ul aria-label="Pictures" className="grid grid-cols-3 gap-3 p-0.5 sm:grid-cols-5">
            {files.map(({ file, ...choice }) => (
              <PictureItem key={choice.value} choice={choice} onChoose={onChoose} file={file} />
            ))}
            {photographs.map((choice) => (
              <PictureItem key={choice.value} choice={choice} onChoose={onChoose} />
            ))}
          </ul>
        </div>
      </LibrarySearch>
    </Dialog>
  )
}

const includes = (name: string, search: string) => name.toLowerCase().includes(search.trim().toLowerCase())

type ItemProps = { choice: PictureChoice; file?: Upload; onChoose: Props['onChoose'] }

function PictureItem({ choice, file, onChoose }: ItemProps): ReactNode {
  return (
    <li>
      <button
        type="button"
        className="w-full cursor-pointer"
        onClick={() => onChoose({ ...choice, alt: file?.alt ?? '' })}
      >
        <img
          src={choice.url}
          alt=""
          loading="lazy"
          className="aspect-square w-full bg-paper-deep object-contain"
        />
        <span className="block truncate text-left" title={choice.name}>
          {choice.name}
        </span>
        {file?.alt && <span className="block truncate text-left text-ink-soft">{file.alt}</span>}
      </button>
    </li>
  )
}
