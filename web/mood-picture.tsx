import { MOOD_SIZE, type Mood as MoodName, moodFileName, moodWidths } from '#core/media/mood.ts'
import { PICTURE_FORMATS, type PictureFormat } from '#core/media/picture.ts'

type Props = { name: MoodName; sizes: string; priority?: boolean; className?: string }

/** Decorative, so the alt text is empty. */
export function MoodPicture({ name, sizes, priority = false, className = '' }: Props) {
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <picture>
      {PICTURE_FORMATS.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet(name, format)} sizes={sizes} />
      ))}
      <img src={`/media/${moodFileName(name)}`} {...MOOD_SIZE} alt="" className={className} {...loading} />
    </picture>
  )
}

function srcSet(name: MoodName, format: PictureFormat): string {
  return moodWidths()
    .map((width) => `/media/${moodFileName(name, { width, format })} ${width}w`)
    .join(', ')
}
