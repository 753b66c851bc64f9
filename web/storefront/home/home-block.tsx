import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { HomeStory } from './home-story.tsx'
import type { LoadedBlock } from './load-blocks.server.ts'
import { CARD_GRID, ProductSection } from './product-section.tsx'

/** A section that the owner added. */
export function HomeBlock({ block, region }: { block: LoadedBlock | undefined; region: Region }) {
  if (!block) return null
  const { id, kind, label, text, link, picture, cards, posts } = block
  if (kind === 'products')
    return <ProductSection {...{ id, cards, region, link }} title={label || 'Products'} />
  if (kind === 'story' || (kind === 'picture' && text)) return <HomeStory story={block} id={id} />
  return (
    <section
      aria-label={label || kind}
      className={picture ? 'pt-section' : 'mx-auto max-w-page px-gutter pt-section'}
    >
      {kind === 'journal' && (
        <>
          <h2 className="font-display text-title">{label || 'Journal'}</h2>
          <ul className={CARD_GRID}>
            {posts.map(({ slug, title, picture: photo }) => (
              <li key={slug}>
                <Link to={href('/journal/:slug', { slug })} className="group block">
                  {photo && (
                    <Picture
                      picture={{ ...photo, alt: '' }}
                      sizes="(min-width: 64rem) 31vw, 48vw"
                      className="aspect-4/3 h-auto w-full object-cover"
                    />
                  )}
                  <span className="mt-5 block font-display text-name group-hover:text-rosewood">{title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {kind === 'quote' && (
        <blockquote>
          <p className="max-w-[34ch] font-display text-title">{text}</p>
          {label && <footer className="label mt-6 text-ink-soft">{label}</footer>}
        </blockquote>
      )}
      {picture && (
        <Picture
          picture={picture}
          sizes="100vw"
          className="aspect-4/3 h-auto w-full object-cover md:aspect-video"
        />
      )}
      {kind !== 'journal' && link.url && (
        <p className={picture ? 'mt-6 px-gutter' : 'mt-6'}>
          <ActionLink to={link.url} className="text-small">
            {link.text}
          </ActionLink>
        </p>
      )}
    </section>
  )
}
