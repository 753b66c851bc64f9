import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { INITIAL_SUPPORT } from '../settings/settings.ts'
import { withInitialValues } from '../settings/store-identity.server.ts'
import { REVIEWED_SETTINGS, selectStoreSettings } from '../settings/store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS, type StoreSettings } from '../settings/store-settings.ts'
import { type Check, type CheckContext, complete, warning } from './check.ts'
import type { ScreenLink } from './readiness.ts'

export type SetupStep = {
  id:
    | 'store-details'
    | 'shipping'
    | 'regions'
    | 'tax'
    | 'payments'
    | 'product'
    | 'publish'
    | 'policies'
    | 'opening'
  isDone: boolean
  /** What to do, or what is there. */
  description: string
  link: ScreenLink
}

const SetupState = z.strictObject({
  reviewed: z.array(z.string()),
  hasProduct: z.boolean(),
  hasPublished: z.boolean(),
  hasOrder: z.boolean(),
  hasPolicies: z.boolean(),
  isDismissed: z.boolean(),
})
type SetupState = z.infer<typeof SetupState>

/** Of a key in `store_facts`. */
const STEPS_DISMISSED = 'first-steps-dismissed'

async function readState({ db }: Pick<CheckContext, 'db'>): Promise<SetupState> {
  const [state] = await query(db, SetupState)`
    select array(select key from settings
        union select substr(key, ${REVIEWED_SETTINGS.length + 1}) from store_facts where starts_with(key, ${REVIEWED_SETTINGS})
      ) as reviewed,
      exists (select from products) as "hasProduct",
      exists (select from products where status = 'published') as "hasPublished",
      exists (select from orders) as "hasOrder",
      not exists (select from content_items where built_in and slug in ('privacy', 'terms', 'shipping-returns')
        and published_at is null) as "hasPolicies",
      exists (select from store_facts where key = ${STEPS_DISMISSED}) as "isDismissed"`
  if (!state) throw new Error('The setup state returned no row')
  return state
}

/** What a new store needs before it opens, in the order of a first day. */
async function listSteps(ctx: CheckContext, state: SetupState): Promise<SetupStep[]> {
  const { settings } = await selectStoreSettings(ctx.db, ctx.log)
  const missing = findMissingDetails(ctx, settings, state)
  const isOpen = settings.opening.visibility === 'open'
  const isReviewed = (key: string) => state.reviewed.includes(key)
  return [
    {
      id: 'store-details',
      isDone: !missing.length,
      description: missing.length
        ? `Missing, or still the initial ones: ${missing.join(', ')}.`
        : 'Name, email, phone, and address are set.',
      link: { to: 'settings/store', label: 'Enter store details' },
    },
    {
      id: 'shipping',
      isDone: isReviewed('shipping'),
      description: isReviewed('shipping')
        ? 'The fee and delivery times are saved.'
        : 'The fee and delivery times are the initial ones. Check them, then save.',
      link: { to: 'settings/shipping', label: 'Check shipping' },
    },
    {
      id: 'regions',
      isDone: isReviewed('regions'),
      description: isReviewed('regions')
        ? 'The regions and their rates are saved.'
        : 'The regions and their rates are the initial ones. Check them, then save.',
      link: { to: 'settings/regions', label: 'Check regions and currencies' },
    },
    {
      id: 'tax',
      isDone: isReviewed('tax'),
      description: isReviewed('tax')
        ? 'The rates are saved.'
        : 'The rates are the initial ones. Check them, then save.',
      link: { to: 'settings/tax', label: 'Check tax' },
    },
    {
      id: 'payments',
      isDone: ctx.settings.card === 'live',
      description: 'Card payments need the keys of your Stripe account.',
      link: { to: 'settings/payments', label: 'Set up card payments' },
    },
    {
      id: 'product',
      isDone: state.hasProduct,
      description: 'There are no products yet.',
      link: { to: 'products/new', label: 'Add your first product' },
    },
    {
      id: 'publish',
      isDone: state.hasPublished,
      description: state.hasPublished
        ? 'Products are published.'
        : 'No product is published, so shoppers find an empty store.',
      link: { to: 'products', label: 'Publish a product' },
    },
    {
      id: 'policies',
      isDone: state.hasPolicies,
      description: state.hasPolicies
        ? 'Privacy, terms, and shipping and returns are published by you.'
        : 'Privacy, terms, or shipping and returns has its initial text. Read it, change it, and publish it.',
      link: { to: 'content', label: 'Publish your policies' },
    },
    {
      id: 'opening',
      isDone: isOpen,
      description: isOpen ? 'The store is open.' : 'Shoppers see the coming-soon page.',
      link: { to: 'settings/store', label: 'Open the store' },
    },
  ]
}

function findMissingDetails(ctx: CheckContext, settings: StoreSettings, { reviewed }: SetupState): string[] {
  const { name, email, phone, addressLines, city } = withInitialValues(settings, ctx.settings).store
  // It may be the right name, and then saving the form confirms it.
  const isInitialName = name === DEFAULT_STORE_SETTINGS.store.name && !reviewed.includes('store')
  return [
    isInitialName && 'name',
    email === INITIAL_SUPPORT.email && 'email',
    phone === INITIAL_SUPPORT.phone && 'phone',
    !addressLines.length && !city && 'address',
  ].filter((detail) => detail !== false)
}

/** Null in the demo, once all steps are done or dismissed, and once the store has an order. */
export async function findFirstSteps(ctx: Context): Promise<SetupStep[] | null> {
  requirePermission(ctx.actor, 'settings.edit')
  if (ctx.settings.demo !== 'off') return null
  const state = await readState(ctx)
  if (state.hasOrder || state.isDismissed) return null
  const steps = await listSteps(ctx, state)
  return steps.every(({ isDone }) => isDone) ? null : steps
}

/** The dashboard no longer lists them. Deployment readiness does. */
export async function dismissFirstSteps(ctx: Context): Promise<void> {
  await staffTransaction(ctx, 'settings.edit', async (tx) => {
    const written = await execute(tx)`
      insert into store_facts (key, value, at) values (${STEPS_DISMISSED}, 'true', ${ctx.now}) on conflict do nothing`
    if (written) await writeAudit(ctx, { action: STEPS_DISMISSED, subject: 'settings' }, tx)
  })
}

/** Card payments have a check of their own. */
export const SETUP_CHECKS: Check[] = [
  setupCheck('store-details', 'Store details'),
  setupCheck('shipping', 'Shipping'),
  setupCheck('tax', 'Tax'),
  setupCheck('publish', 'Products'),
  setupCheck('policies', 'Policies', false),
  setupCheck('opening', 'Store visibility', false),
]

function setupCheck(id: SetupStep['id'], title: string, critical = true): Check {
  return {
    id,
    title,
    critical,
    skipInDemo: true,
    async run(ctx) {
      const steps = await listSteps(ctx, await readState(ctx))
      const step = steps.find((item) => item.id === id)
      if (!step) throw new Error(`No setup step ${id}`)
      return step.isDone ? complete(step.description) : warning(step.description, step.link)
    },
  }
}
