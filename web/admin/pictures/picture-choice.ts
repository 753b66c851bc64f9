import type { LibraryPicture } from '#core/media/library.ts'
import { IMAGE_EXTENSIONS, publicPath, type Upload } from '#core/media/upload.ts'

/** `value` is what the form submits: a picture’s ID, or the path of a file. */
export type PictureChoice = { value: string; url: string; name: string }

/** Pages and products show pictures by ID, which not every file has. A logo can be any file. */
export type PictureValue = 'id' | 'path' | 'product'

/** No GIF: it has no sizes. */
export const PHOTO_ACCEPT = IMAGE_EXTENSIONS.filter((ending) => ending !== 'gif')
  .map((ending) => `.${ending}`)
  .join(',')

/** In a form; the library has all of them. */
export const NEWEST_PICTURES = 10

export function toChoice(upload: Upload, kind: PictureValue): PictureChoice[] {
  const url = publicPath(upload)
  const value = kind === 'path' ? url : upload.pictureId
  return value ? [{ value, url, name: upload.name }] : []
}

/** Of the library, by its ID. */
export function currentPicture(id: string | null): PictureChoice[] {
  return id ? [{ value: id, url: `/media/${id}.webp`, name: 'The current picture' }] : []
}

/** None for a picture that can’t be chosen there: a logo is a file of the owner’s. */
export function toLibraryChoice(picture: LibraryPicture, kind: PictureValue): PictureChoice[] {
  const { name, thumbnailUrl, path } = picture
  if (kind === 'path') return path ? [{ value: picture.url, url: picture.url, name }] : []
  const value = kind === 'product' ? picture.pictureId : picture.contentId
  return value ? [{ value, url: thumbnailUrl, name }] : []
}
