import { useSearchParams } from 'react-router'
import {
  compareWithDraft,
  findContent,
  findVersion,
  listVersions,
} from '#core/content/admin-content.server.ts'
import type { AdminContent, ContentFields } from '#core/content/content.ts'
import { contentPath } from '#core/content/content-path.ts'
import { findPreview } from '#core/content/published/published-content.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import { type AdminContext, adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { listPictureChoices } from '../pictures/list-picture-choices.server.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/content-details'
import { ContentForm } from './content-form.tsx'
import { CONTENT_FORMS, newKind } from './content-forms.ts'
import { ContentPreview } from './content-preview.tsx'
import { ContentSide } from './content-side.tsx'
import { emptyContent } from './empty-content.ts'
import { PagePicture } from './home/page-picture.tsx'
import { listProductSources } from './home/product-sources.server.ts'
import { SectionOrder } from './home/section-order.tsx'
import { keepTextOnSignOut } from './keep-text-on-sign-out.ts'

export const meta = adminMeta('Content')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const kind = newKind(params.id)
  const [item, choices] = await Promise.all([
    kind ? null : refusalToResponse(loadItem(ctx, params.id, url)),
    listPictureChoices(ctx),
  ])
  const sources = item?.content.kind === 'home' ? await listProductSources(ctx) : []
  if (item) return { ...item, sources, choices: [...item.pictures, ...choices] }
  return {
    item: null,
    version: null,
    changes: null,
    content: emptyContent(kind ?? 'page'),
    versions: null,
    pictures: [],
    products: {},
    sources,
    choices,
  }
}

export const action = adminAction(CONTENT_FORMS, 'Changes not saved')

export const clientMiddleware = [keepTextOnSignOut]

async function loadItem(ctx: AdminContext, id: string, url: URL) {
  const item = await findContent(ctx, id)
  const [versions, { pictures, products }, viewed] = await Promise.all([
    listVersions(ctx, id, { cursor: listQueryFrom(url).cursor, limit: 10 }),
    findPreview(ctx, id),
    loadVersion(ctx, id, url.searchParams),
  ])
  return {
    item,
    ...viewed,
    content: item.content,
    versions,
    pictures: Object.values(pictures).map((picture) => ({
      value: picture.id,
      url: picture.url,
      name: picture.alt,
    })),
    products: Object.fromEntries(products.map(({ id: productId, name }) => [productId, name])),
  }
}

/** The older version that is viewed, and how it differs from the draft. */
async function loadVersion(ctx: AdminContext, id: string, params: URLSearchParams) {
  if (params.get('view') !== 'version') return { version: null, changes: null }
  const typed = params.get('number') ?? ''
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : -1
  const { content: _, ...version } = await findVersion(ctx, id, number)
  return {
    version,
    changes: params.get('on') === 'changes' ? await compareWithDraft(ctx, id, number) : null,
  }
}

export default function ContentDetails({ loaderData }: Route.ComponentProps) {
  const { item, content, versions, version, changes } = loaderData
  const [params] = useSearchParams()
  const isPreview = item !== null && (version !== null || params.get('view') === 'preview')
  return (
    <>
      <ScreenHeader title={screenTitle(item, content.kind)}>
        {item && <ScreenLinks item={item} isPreview={isPreview} />}
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      {isPreview ? (
        <ContentPreview item={item} version={version} changes={changes} />
      ) : (
        <div
          className={`grid gap-x-12 gap-y-10 ${content.kind === 'home' ? 'xl:grid-cols-[minmax(0,1fr)_22rem]' : 'xl:grid-cols-[minmax(0,1fr)_18rem]'}`}
        >
          <ContentForm key={`${item?.id} ${params.get('restored')}`} {...loaderData} />
          {item && versions && (
            <ContentSide item={item} versions={versions}>
              {content.kind === 'home' && (
                <>
                  <SectionOrder item={item} home={content.fields} />
                  <PagePicture item={item} />
                </>
              )}
            </ContentSide>
          )}
        </div>
      )}
    </>
  )
}

function screenTitle(item: AdminContent | null, kind: ContentFields['kind']): string {
  if (item) return item.title
  return kind === 'post' ? 'New post' : 'New page'
}

function ScreenLinks({ item, isPreview }: { item: AdminContent; isPreview: boolean }) {
  return (
    <>
      {item.publishedNumber !== null && (
        <ActionLink to={contentPath(item)} target="_blank" rel="noopener">
          View in store
        </ActionLink>
      )}
      <ActionLink to={isPreview ? '?' : '?view=preview'}>{isPreview ? 'Edit' : 'Preview'}</ActionLink>
    </>
  )
}
