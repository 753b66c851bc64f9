import { MOODS, moodPicture } from '#core/media/mood.ts'
import { publicPath, type Upload } from '#core/media/upload.ts'

/** `value` is what the form submits: a picture’s ID, or the path of a file. */
export type PictureChoice = { value: string; url: string; name: string }

/** Texts and pages show pictures by ID, which not every file has. A logo can be any file. */
export type PictureValue = 'id' | 'path'

/** In a form; the library has all of them. */
export const NEWEST_PICTURES = 10

export function toChoice(upload: Upload, kind: PictureValue): PictureChoice[] {
  const url = publicPath(upload)
  const value = kind === 'path' ? url : upload.pictureId
  return value ? [{ value, url, name: upload.name }] : []
}

export const STORE_PHOTOGRAPHS: PictureChoice[] = MOODS.map((mood) => {
  const { id } = moodPicture(mood)
  return {
    value: id,
    url: `/media/${id}-320.webp`,
    name: `${mood.charAt(0).toUpperCase()}${mood.slice(1)} photograph`,
  }
})
