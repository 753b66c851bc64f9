import { href, redirect } from 'react-router'
import { findHome } from '#core/content/published/published-content.server.ts'
import { moodPicture } from '#core/media/mood.ts'
import { isOpenTo } from '#core/regions/opening.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import { privateMeta } from '#web/page-title.ts'
import { Picture } from '#web/picture.tsx'
import { shopContext } from '#web/request-context.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/coming-soon'
import { NewsletterForm } from './newsletter/sign-up-form.tsx'

export const meta = () => privateMeta('Coming soon')

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  if (ctx.terms.isOpen) throw redirect(href('/'))
  const [{ opening }, { fields, pictures }] = await Promise.all([
    readLatestStoreSettings(ctx.db, ctx.log),
    findHome(ctx),
  ])
  return {
    message: opening.message,
    picture: pictures[fields.hero.pictureId ?? ''] ?? moodPicture('home'),
    isStaff: isOpenTo(ctx.actor, ctx.terms),
  }
}

/** What shoppers see until the store opens. */
export default function ComingSoon({ loaderData: { message, picture, isStaff } }: Route.ComponentProps) {
  return (
    <section className="relative flex flex-col overflow-clip xl:min-h-[max(40rem,80svh)] xl:justify-center">
      <div className="mx-auto w-full max-w-page px-gutter py-14 xl:relative xl:z-10 xl:py-section">
        <p className="label text-ink-soft">Coming soon</p>
        <h1 className="mt-5 font-display text-display xl:mt-8 xl:max-w-[12ch]">We open soon</h1>
        <p className="mt-6 max-w-[34ch] whitespace-pre-line text-lead">
          {message || 'Leave your email address, and we’ll write to you when the store opens.'}
        </p>
        <div className="mt-10">
          <NewsletterForm />
        </div>
        <p className="mt-10">
          <ActionLink to={isStaff ? '/' : href('/login')} className="text-small">
            {isStaff ? 'View store' : 'Log in'}
          </ActionLink>
        </p>
      </div>
      <Picture
        picture={picture}
        sizes="(min-width: 64rem) 100vw, (min-resolution: 2.1dppx) min(100vw, 33rem), 100vw"
        priority
        className="aspect-square w-full object-cover object-right md:aspect-video xl:absolute xl:inset-0 xl:aspect-auto xl:h-full xl:object-[50%_62%]"
      />
    </section>
  )
}
