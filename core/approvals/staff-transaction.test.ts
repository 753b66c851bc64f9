import type { Client } from 'pg'
import { createApiKey } from '#core/accounts/api-keys/api-keys.server.ts'
import { changeRole } from '#core/accounts/roles.server.ts'
import { editProduct } from '#core/catalog/save-product.server.ts'
import { adjustStock } from '#core/catalog/stock.server.ts'
import { document, paragraph } from '#core/content/build-rich-text.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { createContent } from '#core/content/save-content.server.ts'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { addOrderNote } from '#core/orders/admin/order-notes.server.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import { ROLE_CHANGED } from '#core/permissions/staff-transaction.server.ts'
import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { createEndpoint } from '#core/webhooks/endpoints.server.ts'
import { asAdmin, asCustomer, asKey, buildActor, JUST_SIGNED_IN, PASSWORD } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { requestApproval } from './approval-requests.server.ts'
import { approveRequest } from './decide-approval.server.ts'

type Change = (ctx: Context) => Promise<unknown>

/** Each returns a change that would succeed. */
const CHANGES: Record<string, (owner: Context) => Promise<Change>> = {
  'settings save': async (owner) => {
    const { version } = await findStoreSettings(owner)
    return (ctx) => changeStoreSettings(ctx, version, { returnDays: 9 })
  },
  'page publish': async (owner) => {
    const fields = { title: 'Our story', lead: '', description: '', body: document(paragraph('Ours')) }
    const { id, version } = await createContent(owner, { kind: 'page', fields })
    return (ctx) => publish(ctx, id, { version })
  },
  'product save': async (owner) => {
    const { id } = await buildProduct(owner)
    return (ctx) => editProduct(ctx, id, { name: 'Renamed' })
  },
  'stock change': async (owner) => {
    const { id } = await buildProduct(owner, { stock: 3 })
    return (ctx) => adjustStock(ctx, id, { change: 1, reason: 'received' })
  },
  'order status': async (owner) => {
    const { id } = await buildOrder(owner)
    return (ctx) => updateOrderStatus(ctx, id, { to: 'processing' })
  },
  shipment: async (owner) => {
    const { id } = await buildOrder(owner)
    return (ctx) => shipOrder(ctx, id)
  },
  'order note': async (owner) => {
    const { id } = await buildOrder(owner)
    return (ctx) => addOrderNote(ctx, id, 'Gift wrap')
  },
  'webhook endpoint': async () => (ctx) =>
    createEndpoint(
      ctx,
      { url: 'https://93.184.216.34/', events: ['order.paid'], description: '' },
      JUST_SIGNED_IN,
    ),
  'API key': async () => (ctx) =>
    createApiKey(ctx, { name: 'Sync', scopes: ['orders:read'], expiresAt: null }, { password: PASSWORD }),
}

test.for(Object.keys(CHANGES))(
  '%s: it waits for a concurrent change of the role, and is then refused',
  async (name, { ctx, owner: database }) => {
    const owner = await asAdmin(ctx)
    const other = await asAdmin(ctx)
    const run = await CHANGES[name]?.(owner)
    await database.query('begin')
    await database.query(`update profiles set role = 'user' where id = $1`, [other.actor.id])
    const change = run?.(other)
    const refused = expect(change).rejects.toMatchObject({ code: 'forbidden', message: ROLE_CHANGED })
    await waitForLock(database)
    await database.query('commit')
    await refused
    // Nothing was saved, so the owner can still make the same change.
    await run?.(owner)
  },
)

test('a change that began first is saved, and the role changes after it', async ({
  ctx,
  owner: database,
}) => {
  const [owner, editor] = [await asAdmin(ctx), await asCustomer(ctx, { staffRole: 'editor' })]
  const { id } = await buildProduct(owner)
  await database.query('begin')
  await database.query('select from products where id = $1 for update', [id])
  const edit = editProduct(editor, id, { name: 'Renamed' })
  await waitForLock(database)
  const isDone: string[] = []
  const demote = changeRole(owner, { id: editor.actor.id, role: 'admin' }, JUST_SIGNED_IN).then(() =>
    isDone.push('role'),
  )
  void edit.then(() => isDone.push('edit'))
  await waitForLock(database, 2)
  await database.query('commit')
  expect(await edit).toMatchObject({ name: 'Renamed' })
  await demote
  expect(isDone).toEqual(['edit', 'role'])
})

test('blocked staff, another staff role, and a revoked API key save nothing either', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildOrder(ctx)
  const [blocked, support] = [
    await asCustomer(ctx, { staffRole: 'packer' }),
    await asCustomer(ctx, { staffRole: 'manager' }),
  ]
  const key = await asKey(ctx, ['orders.ship'])
  await connection.pool.query('update profiles set blocked_at = now() where id = $1', [blocked.actor.id])
  await connection.pool.query(`update profiles set staff_role = 'support' where id = $1`, [support.actor.id])
  await connection.pool.query('update api_keys set revoked_at = now() where id = $1', [key.actor.id])
  await expect(shipOrder(blocked, id)).rejects.toThrow(ROLE_CHANGED)
  await expect(refundOrder(support, id, {})).rejects.toThrow(ROLE_CHANGED)
  await expect(shipOrder(key, id)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an owner who is made a manager while approving a role change approves nothing', async ({
  ctx,
  connection,
}) => {
  const [ada, ben] = [await asAdmin(ctx), await asAdmin(ctx)]
  const { id: subject } = await buildActor(ctx.db)
  const action = { action: 'change-role', subject, payload: { before: 'user', role: 'admin' } } as const
  const request = await requestApproval(ada, { ...action, changes: [] }, 'She joins us')
  await connection.pool.query(`update profiles set role = 'user', staff_role = 'manager' where id = $1`, [
    ben.actor.id,
  ])
  await expect(approveRequest(ben, request.id)).rejects.toThrow(ROLE_CHANGED)
})

test('two owners who approve each other’s removal at once: one of them stays', async ({
  ctx,
  connection,
}) => {
  const roles = async () =>
    (await connection.pool.query(`select count(*)::int as count from profiles where role = 'admin'`)).rows[0]
  for (let round = 0; round < 2; round++) {
    const [ada, ben] = [await asAdmin(ctx), await asAdmin(ctx)]
    const remove = (id: string) =>
      ({
        action: 'change-role',
        subject: id,
        payload: { before: 'admin', role: 'user' },
        changes: [],
      }) as const
    const [removesBen, removesAda] = [
      await requestApproval(ada, { ...remove(ben.actor.id), changes: [] }, newId('approval')),
      await requestApproval(ben, { ...remove(ada.actor.id), changes: [] }, newId('approval')),
    ]
    const before = (await roles()).count
    await Promise.allSettled([approveRequest(ben, removesBen.id), approveRequest(ada, removesAda.id)])
    expect((await roles()).count).toBe(before - 1)
  }
})

async function waitForLock(database: Client, count = 1): Promise<void> {
  const waiting = async () => {
    // A transaction sees one snapshot of the statistics.
    await database.query('select pg_stat_clear_snapshot()')
    return (
      await database.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0].count
  }
  await expect.poll(waiting, { timeout: 5000, interval: 20 }).toBeGreaterThanOrEqual(count)
}
