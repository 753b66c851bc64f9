import { href } from 'react-router'
import type { Picture as PictureSource } from '#core/media/picture.ts'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'

export type PostCardData = {
  slug: string
  title: string
  description: string
  author: string
  picture: PictureSource | null
  date: string
}

type Props = { post: PostCardData; isLead?: boolean; headingLevel?: 2 | 3 }

/** The newest post leads the list with a large picture. */
export function PostCard({ post, isLead = false, headingLevel = 2 }: Props) {
  const Heading = `h${headingLevel}` as const
  const { slug, title, description, picture, date } = post
  const to = href('/journal/:slug', { slug })
  return (
    <article className={isLead && picture ? 'grid gap-x-16 gap-y-6 lg:grid-cols-[2fr_1fr] lg:items-end' : ''}>
      {picture && (
        <Link to={to} tabIndex={-1} aria-hidden className="block overflow-clip bg-paper-deep">
          <Picture
            picture={{ ...picture, alt: '' }}
            priority={isLead}
            sizes={isLead ? LEAD_SIZES : CARD_SIZES}
            className="aspect-3/2 h-auto w-full object-cover"
          />
        </Link>
      )}
      <div className={isLead ? '' : 'mt-6'}>
        <p className="label text-ink-soft">{date}</p>
        <Heading className={`mt-3 font-display ${isLead ? 'text-title' : 'text-name'}`}>
          <Link to={to} className="hover:text-rosewood">
            {title}
          </Link>
        </Heading>
        {description && <p className="mt-3 max-w-prose text-ink-soft">{description}</p>}
      </div>
    </article>
  )
}

const LEAD_SIZES = '(min-width: 64rem) 62vw, (min-resolution: 2.1dppx) min(100vw, 33rem), 100vw'
const CARD_SIZES = '(min-width: 40rem) 45vw, (min-resolution: 2.1dppx) min(100vw, 33rem), 100vw'
