import { href, redirect } from 'react-router'
import { noStore, requestContext, setProductTags } from '#web/request-context.ts'
import { Article, articleMeta } from '../storefront/article.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/avoid-list'
import { AVOID_LIST_LEAD, AVOID_LIST_TITLE } from './avoid-list-texts.ts'
import { BrowserAvoidList, useBrowserList } from './browser-avoid-list.tsx'

export const meta = articleMeta(AVOID_LIST_TITLE, AVOID_LIST_LEAD, '/avoid-list')

export function loader({ context }: Route.LoaderArgs) {
  if (requestContext(context).visitor !== 'guest') {
    noStore(context)
    throw redirect(href('/profile/avoid-list'))
  }
  setProductTags(context, [])
  return null
}

/** A guest's. The page is the same for all of them. */
export default function AvoidListPage() {
  const list = useBrowserList()
  return (
    <Article title={AVOID_LIST_TITLE} lead={AVOID_LIST_LEAD}>
      <div className="max-w-prose">
        <BrowserAvoidList list={list}>
          <p className="mt-10 text-ink-soft text-small">
            Your list stays in this browser. We never receive it.{' '}
            <Link to={`${href('/login')}?next=${href('/profile/avoid-list')}`} className="link-line">
              Log in
            </Link>{' '}
            if you’d like to save it in your account.
          </p>
        </BrowserAvoidList>
      </div>
    </Article>
  )
}
