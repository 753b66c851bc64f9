import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { changeStoreSettings, findStoreSettings } from '#core/accounts/change-store-settings.server.ts'
import { findLastSettingsChange } from '#core/accounts/settings-history.server.ts'
import { Refusal } from '#core/errors.ts'
import { listUploads } from '#core/media/uploads.server.ts'
import { withInitialValues } from '#core/settings/store-identity.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/settings'
import { atFields, explainConflict } from './explain-conflict.server.ts'
import { readSettingsForm } from './read-settings-form.ts'
import { SettingsForm } from './settings-form.tsx'
import { TOPICS } from './topics.ts'

export const meta = adminMeta('Settings')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const topic = requireTopic(params.topic)
  const isStore = topic.id === 'store'
  const [{ settings, version }, lastChange, pictures] = await Promise.all([
    refusalToResponse(findStoreSettings(ctx)),
    findLastSettingsChange(ctx),
    isStore ? listUploads(ctx, 'admin_uploads', { filter: 'images' }) : null,
  ])
  return {
    topicId: topic.id,
    settings: withInitialValues(settings, ctx.settings),
    version,
    lastChange: lastChange && { at: lastChange.at, by: lastChange.by },
    pictures: pictures?.rows.slice(0, 24) ?? [],
    timeZones: isStore ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : [],
  }
}

function requireTopic(id = 'store') {
  const topic = TOPICS.find((candidate) => candidate.id === id)
  if (!topic) throw data('These settings don’t exist.', 404)
  return topic
}

/** After a conflict, the form needs the current version. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export const action = adminAction({ '': save }, 'Settings not saved')

async function save({ ctx, params, form }: AdminFormArgs) {
  const topic = TOPICS.find(({ id }) => id === (params.topic ?? 'store'))
  if (!topic) throw new Refusal('not_found', 'These settings don’t exist.')
  const version = Number(form.get('version'))
  const current = await findStoreSettings(ctx)
  if (current.version !== version) return explainConflict(ctx, { form, topic, version })
  const displayed = withInitialValues(current.settings, ctx.settings)
  const changes = readSettingsForm(form, topic, { saved: current.settings, displayed })
  await atFields(changeStoreSettings(ctx, version, changes))
  return 'settings-saved' as const
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { topicId, lastChange, version } = loaderData
  const topic = requireTopic(topicId)
  return (
    <>
      <ScreenHeader title="Settings" />
      <div className="gap-x-16 lg:flex">
        <TopicLinks current={topicId} />
        <div className="min-w-0 max-w-2xl grow">
          <h2 className="font-display text-name">{topic.title}</h2>
          <p className="mt-1 max-w-prose text-ink-soft">{topic.lead}</p>
          <FormNotice className="mt-4 max-w-prose" />
          <SettingsForm key={`${topicId} ${version}`} topic={topic} {...loaderData} />
          <p className="mt-8 text-ink-soft">
            {lastChange && (
              <>
                Last changed by {lastChange.by ?? 'the store'} on <Timestamp at={lastChange.at} showTime />.{' '}
              </>
            )}
            <AdminLink to="audit?show=settings">View changes</AdminLink>
          </p>
        </div>
      </div>
    </>
  )
}

const TOPIC_LINKS = {
  nav: 'max-lg:relative max-lg:-mx-4 max-lg:mb-6 max-lg:max-w-[100vw] max-lg:overflow-x-auto max-lg:px-4 lg:w-44 lg:shrink-0',
  list: 'gap-x-5 lg:flex-col lg:sticky lg:top-8',
  link: 'min-h-9 whitespace-nowrap text-ink-soft outline-offset-[-2px] hover:text-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:underline-offset-8',
}

function TopicLinks({ current }: { current: string }) {
  const adminPath = useAdminPath()
  const tabs = TOPICS.map(({ id, title }) => ({
    title,
    to: adminPath(`settings/${id}`),
    isCurrent: id === current,
  }))
  return <TabLinks label="Settings" tabs={tabs} look={TOPIC_LINKS} />
}
