import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { listUploads } from '#core/media/uploads.server.ts'
import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { describeCorrection } from '#core/settings/palette.ts'
import {
  findLastSettingsChange,
  findSettingsAt,
  type SettingsChange,
} from '#core/settings/settings-history.server.ts'
import { withInitialValues } from '#core/settings/store-identity.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import type { FormResult } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { currentPicture, NEWEST_PICTURES, toChoice } from '../pictures/picture-choice.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/settings'
import { describeOthers, explainConflict, withFormFieldNames } from './explain-conflict.server.ts'
import { loadPayments } from './load-payments.ts'
import { PaymentsGuide } from './payments-guide.tsx'
import { readSettingsForm } from './read-settings-form.ts'
import { SettingsForm } from './settings-form.tsx'
import { TOPICS } from './topics.ts'

export const meta = adminMeta('Settings')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const topic = requireTopic(params.topic)
  const isStore = topic.id === 'store'
  const hasPictures = isStore || topic.id === 'brand'
  const [{ settings, version }, lastChange, pictures] = await Promise.all([
    refusalToResponse(findStoreSettings(ctx)),
    findLastSettingsChange(ctx),
    hasPictures ? listUploads(ctx, 'admin_uploads', { filter: 'images', limit: NEWEST_PICTURES }) : null,
  ])
  return {
    topicId: topic.id,
    payments: topic.id === 'payments' ? await loadPayments(ctx) : null,
    settings: withInitialValues(settings, ctx.settings),
    version,
    lastChange: lastChange && { at: lastChange.at, by: lastChange.by },
    pictures: {
      path: pictures?.rows.flatMap((upload) => toChoice(upload, 'path')) ?? [],
      id: [
        ...currentPicture(settings.brand.sharePicture),
        ...(pictures?.rows.flatMap((upload) => toChoice(upload, 'id')) ?? []),
      ],
    },
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
  const { settings: saved, missed } = await findSettingsAt(ctx, version)
  const displayed = withInitialValues(saved, ctx.settings)
  const changes = readSettingsForm(form, topic, { saved, displayed })
  try {
    const { others, settings } = await withFormFieldNames(changeStoreSettings(ctx, version, changes))
    if (others.length) return savedBesideOthers(others)
    const correction = changes.brand && describeCorrection(settings.brand)
    return correction ? settingsSaved(correction) : ('settings-saved' as const)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict' || !missed.length) throw error
    return explainConflict({ form, topic, missed })
  }
}

function savedBesideOthers(others: SettingsChange[]): FormResult {
  return settingsSaved(`Meanwhile, ${describeOthers(others)} Both changes are saved.`)
}

const settingsSaved = (description: string): FormResult => ({
  notice: { title: 'Settings saved', description },
  status: 200,
})

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
          {loaderData.payments && <PaymentsGuide {...loaderData.payments} />}
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
  nav: 'fade-edges max-lg:relative max-lg:-mx-4 max-lg:mb-6 max-lg:max-w-[100vw] max-lg:overflow-x-auto max-lg:px-4 lg:w-44 lg:shrink-0',
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
