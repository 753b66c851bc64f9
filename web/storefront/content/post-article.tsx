import { Picture } from '#web/picture.tsx'
import { RichText } from '#web/rich-text/rich-text.tsx'
import { documentSources } from './document-sources.tsx'
import type { PostData } from './load-content.server.ts'

export function PostArticle({ post }: { post: PostData }) {
  const { title, description, author, date, publishedAt, picture, body, sources } = post
  return (
    <article className="mx-auto max-w-page px-gutter pt-14 md:pt-24">
      <header className="max-w-[60rem]">
        <p className="label text-ink-soft">
          <time dateTime={publishedAt}>{date}</time>
          {author && ` · ${author}`}
        </p>
        <h1 className="mt-5 text-balance font-display text-display">{title}</h1>
        {description && <p className="mt-8 max-w-prose text-lead">{description}</p>}
      </header>
      {picture && (
        <Picture
          picture={picture}
          priority
          sizes={SIZES}
          className="mt-12 aspect-3/2 h-auto w-full bg-paper-deep object-cover md:mt-16 md:aspect-21/9"
        />
      )}
      <div className="mt-12 md:mt-20 md:ml-[25%]">
        <RichText document={body} sources={documentSources(sources)} />
      </div>
    </article>
  )
}

const SIZES = '(min-width: 90rem) 84rem, (min-resolution: 2.1dppx) min(100vw, 33rem), 100vw'
