import { Picture } from '#web/picture.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import type { HomeData } from './load-home.server.ts'

/** With a picture, a band as wide as the screen; without one, the text beside its label. */
type Props = { story: Pick<HomeData['story'], 'picture' | 'label' | 'text' | 'link'>; id?: string }

export function HomeStory({ story: { picture, label, text, link }, id = 'story' }: Props) {
  return (
    <section aria-labelledby={label ? id : undefined} className="pt-section">
      <div className={picture ? WITH_PICTURE : TEXT_ONLY}>
        {picture && <Picture picture={picture} sizes={PICTURE_SIZES} className={PICTURE} />}
        <div className={picture ? 'px-gutter' : 'contents'}>
          {label && (
            <h2 id={id} className="label text-ink-soft">
              {label}
            </h2>
          )}
          <div className={picture ? 'mt-6' : 'md:col-span-2'}>
            <p className="max-w-[34ch] font-display text-title">{text}</p>
            {link.url && (
              <p className="mt-6">
                <ActionLink to={link.url} className="text-small">
                  {link.text}
                </ActionLink>
              </p>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

const WITH_PICTURE = 'grid items-center gap-y-10 lg:grid-cols-[7fr_5fr]'
const TEXT_ONLY = 'mx-auto grid max-w-page gap-x-16 gap-y-6 px-gutter md:grid-cols-3'
const PICTURE = 'aspect-4/3 h-auto w-full object-cover lg:aspect-8/5'
/** A picture of 8:5 fills a box of 4:3 by its height. */
const PICTURE_SIZES = '(min-width: 64rem) 59vw, (min-resolution: 2.1dppx) min(120vw, 33rem), 120vw'
