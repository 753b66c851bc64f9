import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { INITIAL_SUPPORT } from '../settings/settings.ts'
import { withInitialValues } from '../settings/store-identity.server.ts'
import { REVIEWED_SETTINGS, selectStoreSettings } from '../settings/store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from '../settings/store-settings.ts'
import { type Check, type CheckContext, complete, warning } from './check.ts'
import type { ScreenLink } from './readiness.ts'

export type SetupStep = {
  id: 'store-details' | 'shipping' | 'tax' | 'payments' | 'product' | 'publish'
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
})
type SetupState = z.infer<typeof SetupState>

async function readState({ db }: Pick<CheckContext, 'db'>): Promise<SetupState> {
  const [state] = await query(db, SetupState)`
    select array(select key from settings
        union select substr(key, ${REVIEWED_SETTINGS.length + 1}) from store_facts where starts_with(key, ${REVIEWED_SETTINGS})
      ) as reviewed,
      exists (select from products) as "hasProduct",
      exists (select from products where status = 'published') as "hasPublished",
      exists (select from orders) as "hasOrder"`
  if (!state) throw new Error('The setup state returned no row')
  return state
}

/** What a new store needs before it opens, in the order of a first day. */
async function listSteps(ctx: CheckContext, state: SetupState): Promise<SetupStep[]> {
  const missing = await findMissingDetails(ctx, state)
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
      link: { to: 'readiness', label: 'Set up card payments' },
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
  ]
}

async function findMissingDetails(ctx: CheckContext, { reviewed }: SetupState): Promise<string[]> {
  const { settings } = await selectStoreSettings(ctx.db, ctx.log)
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

/** Null in the demo, once all steps are done, and once the store has an order. */
export async function findFirstSteps(ctx: Context): Promise<SetupStep[] | null> {
  requirePermission(ctx.actor, 'settings.edit')
  if (ctx.settings.demo !== 'off') return null
  const state = await readState(ctx)
  if (state.hasOrder) return null
  const steps = await listSteps(ctx, state)
  return steps.every(({ isDone }) => isDone) ? null : steps
}

/** Card payments have a check of their own. */
export const SETUP_CHECKS: Check[] = [
  setupCheck('store-details', 'Store details'),
  setupCheck('shipping', 'Shipping'),
  setupCheck('tax', 'Tax'),
  setupCheck('publish', 'Products'),
]

function setupCheck(id: SetupStep['id'], title: string): Check {
  return {
    id,
    title,
    critical: true,
    skipInDemo: true,
    async run(ctx) {
      const steps = await listSteps(ctx, await readState(ctx))
      const step = steps.find((item) => item.id === id)
      if (!step) throw new Error(`No setup step ${id}`)
      return step.isDone ? complete(step.description) : warning(step.description, step.link)
    },
  }
}
