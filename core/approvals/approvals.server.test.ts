import { changeApprovalSettings, findApprovalSettings } from '#core/approvals/change-approval-rules.server.ts'
import { findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, buildAccount, buildActor, JUST_SIGNED_IN } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { changeRole } from '../accounts/roles.server.ts'
import { inviteStaff, listInvitations, resendInvitation } from '../accounts/staff/invitations.server.ts'
import { changeStaffRole } from '../accounts/staff/staff.server.ts'
import type { Context } from '../context.ts'
import { saveUpload } from '../media/save-upload.server.ts'
import { listUploads, removeUpload, removeUploads } from '../media/uploads.server.ts'
import {
  countRequestsToDecide,
  findApprovalRequest,
  listApprovalRequests,
  runOrRequestApproval,
} from './approval-requests.server.ts'
import { ALL_RULES, buildOwners } from './approvals.fixture.ts'
import { requireExportApproval, takeApprovedExport } from './approved-export.server.ts'
import { approveRequest, cancelRequest, declineRequest } from './decide-approval.server.ts'

const REASON = 'She joins the team'
const OFF = {
  refundsAbove: null,
  supportRefunds: 2000,
  roleChanges: false,
  bulkDeletion: false,
  personalDataExport: false,
  personalRecordsPerDay: 500,
}

async function request(ctx: Context, run: () => Promise<unknown>) {
  const { request } = await runOrRequestApproval(ctx, REASON, run)
  if (!request) throw new Error('The action needed no approval')
  return request
}

const promote = (ctx: Context, id: string) => () => changeRole(ctx, { id, role: 'admin' }, JUST_SIGNED_IN)

test('while role changes need approval, an invitation can’t be sent again without it', async ({ ctx }) => {
  const owner = await asAdmin(ctx)
  await inviteStaff(owner, { email: 'ines@orchard.example', staffRole: 'packer' }, JUST_SIGNED_IN)
  const [invitation] = await listInvitations(owner)
  const { ada } = await buildOwners(ctx)
  await expect(resendInvitation(ada, invitation?.id ?? '', JUST_SIGNED_IN)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Invite this person again'),
  })
  expect(await listInvitations(ada)).toEqual([invitation])
})

test('one owner alone changes roles, deletes, and exports without approval, whatever the settings say', async ({
  ctx,
}) => {
  const owner = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await buildAccount(ctx.db, { role: 'admin', confirmed: false })
  const { version } = await findStoreSettings(owner)
  expect((await changeApprovalSettings(owner, version, ALL_RULES, JUST_SIGNED_IN)).inEffect).toEqual(OFF)
  const { id } = await buildAccount(ctx.db)
  await requireExportApproval(owner, { list: 'users.csv' })
  expect(await changeRole(owner, { id, role: 'admin' }, JUST_SIGNED_IN)).toMatchObject({ role: 'admin' })
  // Now there are two.
  expect((await findApprovalSettings(owner)).inEffect).toEqual(ALL_RULES)
  await expect(changeRole(owner, { id, role: 'user' }, JUST_SIGNED_IN)).rejects.toThrow('second person')
})

test('a role changes when a second owner approves it, once', async ({ ctx }) => {
  const { ada, ben, cleo } = await buildOwners(ctx)
  const { id } = await buildAccount(ctx.db)
  await expect(promote(ada, id)()).rejects.toMatchObject({ fields: { approval_reason: expect.any(String) } })
  const { id: requestId } = await request(ada, promote(ada, id))
  expect(await Promise.all([ada, ben].map(countRequestsToDecide))).toEqual([0, 1])
  await expect(approveRequest(ada, requestId)).rejects.toThrow(
    'You requested this, so another person has to approve it.',
  )
  const results = await Promise.allSettled([approveRequest(ben, requestId), approveRequest(cleo, requestId)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await findApprovalRequest(ada, requestId)).toMatchObject({ state: 'approved' })
  await expect(declineRequest(ben, requestId, 'Too late')).rejects.toThrow('already approved')
  await expect(changeRole(ada, { id, role: 'admin' }, JUST_SIGNED_IN)).resolves.toMatchObject({
    role: 'admin',
  })
})

test('an action that is no longer possible fails with its reason, and nothing changes', async ({ ctx }) => {
  const { ada, ben } = await buildOwners(ctx)
  const { id } = await buildAccount(ctx.db)
  const { id: requestId } = await request(ada, promote(ada, id))
  await execute(ctx.db)`update profiles set blocked_at = now() where id = ${id}`
  expect(await approveRequest(ben, requestId)).toMatchObject({
    state: 'failed',
    result: 'This customer is blocked. Unblock them before making them an administrator.',
  })
})

test('a request of someone who has lost the role is declined', async ({ ctx }) => {
  const { ada, ben } = await buildOwners(ctx)
  const { id } = await buildAccount(ctx.db)
  const { id: requestId } = await request(ada, promote(ada, id))
  await execute(ctx.db)`update profiles set role = 'user' where id = ${ada.actor.id}`
  expect(await approveRequest(ben, requestId)).toMatchObject({
    state: 'declined',
    result: 'The person who requested this can no longer do it.',
  })
})

test('a request can be declined with a reason, cancelled by its requester, and expires after seven days', async ({
  ctx,
}) => {
  const { ada, ben } = await buildOwners(ctx)
  const { id } = await buildAccount(ctx.db)
  const first = await request(ada, promote(ada, id))
  await expect(declineRequest(ben, first.id, ' ')).rejects.toMatchObject({
    fields: { reason: expect.any(String) },
  })
  await declineRequest(ben, first.id, 'Not yet')
  const second = await request(ada, promote(ada, id))
  await expect(cancelRequest(ben, second.id)).rejects.toThrow('Only the person who asked')
  expect(await cancelRequest(ada, second.id)).toMatchObject({ state: 'cancelled' })
  const weekAgo = { ...ada, now: new Date(Date.now() - 8 * 86_400_000) }
  const third = await request(weekAgo, promote(weekAgo, id))
  await expect(approveRequest(ben, third.id)).rejects.toThrow('already expired')
  const fourth = await request(ada, promote(ada, id))
  const { rows } = await listApprovalRequests(ben, {})
  expect(rows.map((row) => row.state)).toEqual(['requested', 'cancelled', 'declined', 'expired'])
  expect((await listApprovalRequests(ben, { filter: 'waiting' })).rows.map((row) => row.id)).toEqual([
    fourth.id,
  ])
})

test('several files are deleted together only with approval, and one at a time without', async ({ ctx }) => {
  const { ada, ben } = await buildOwners(ctx)
  async function* body() {
    yield Buffer.from('notes')
  }
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await saveUpload(ada, { bucket: 'admin-uploads', name, body: body() })
  const files = async () => (await listUploads(ada, 'admin-uploads', { sort: 'name' })).rows
  const [first, ...others] = await files()
  if (!first) throw new Error('No file was saved')
  await removeUpload(ada, 'admin-uploads', first.path)
  const ids = others.map(({ id }) => id)
  const { id, changes } = await request(ada, () => removeUploads(ada, 'admin-uploads', ids))
  expect(changes).toEqual([{ label: 'Files', before: 'b.txt, c.txt', after: 'Deleted' }])
  expect(await files()).toHaveLength(2)
  await approveRequest(ben, id)
  expect(await files()).toHaveLength(0)
})

test('files that are deleted one by one need approval, too, from the 21st of an hour', async ({ ctx }) => {
  const { ada } = await buildOwners(ctx)
  async function* body() {
    yield Buffer.from('notes')
  }
  const save = () => saveUpload(ada, { bucket: 'admin-uploads', name: 'a.txt', body: body() })
  for (let count = 0; count < 20; count++) await removeUpload(ada, 'admin-uploads', (await save()).path)
  const { id, path } = await save()
  await expect(removeUpload(ada, 'admin-uploads', path)).rejects.toMatchObject({ code: 'approval_required' })
  await expect(removeUploads(ada, 'admin-uploads', [id])).rejects.toThrow('second person')
  await removeUpload({ ...ada, now: new Date(Date.now() + 61 * 60_000) }, 'admin-uploads', path)
})

test('an approved export is for its requester, once, for a day', async ({ ctx }) => {
  const { ada, ben } = await buildOwners(ctx)
  const query = { search: undefined, filter: 'admin', scope: undefined, sort: undefined }
  const ask = () => request(ada, () => requireExportApproval(ada, { list: 'users.csv', ...query }))
  const { id } = await ask()
  await expect(takeApprovedExport(ada, id)).rejects.toThrow('can be downloaded once')
  await approveRequest(ben, id)
  await expect(takeApprovedExport(ben, id)).rejects.toThrow('can be downloaded once')
  const taken = await Promise.all([takeApprovedExport(ada, id), takeApprovedExport(ada, id)])
  expect(taken[0]).toEqual({ list: 'users.csv', exportQuery: { filter: 'admin' } })
  await execute(
    ctx.db,
  )`update approval_requests set downloaded_at = now() - interval '2 minutes' where id = ${id}`
  await expect(takeApprovedExport(ada, id)).rejects.toThrow('can be downloaded once')
})

test('loosening the rules needs approval while they are in effect, and tightening does not', async ({
  ctx,
}) => {
  const { ada, ben } = await buildOwners(ctx)
  const version = async () => (await findStoreSettings(ada)).version
  await changeApprovalSettings(ada, await version(), { ...ALL_RULES, refundsAbove: 1000 }, JUST_SIGNED_IN)
  const current = await version()
  const { id } = await request(ada, () => changeApprovalSettings(ada, current, OFF, JUST_SIGNED_IN))
  expect((await findApprovalSettings(ada)).settings.refundsAbove).toBe(1000)
  await approveRequest(ben, id)
  expect((await findApprovalSettings(ada)).settings).toEqual(OFF)
  await expect(changeApprovalSettings(ben, current, ALL_RULES, JUST_SIGNED_IN)).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(
    changeApprovalSettings(ben, await version(), { ...OFF, refundsAbove: -1 }, JUST_SIGNED_IN),
  ).rejects.toMatchObject({ fields: { refundsAbove: 'Enter 0 or more.' } })
})

test('customers see no requests', async ({ ctx }) => {
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  await expect(listApprovalRequests(customer, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(approveRequest(customer, 'apr_1')).rejects.toMatchObject({ code: 'forbidden' })
})

test('a role of the staff and an invitation need an owner’s approval, and a manager approves refunds and exports', async ({
  ctx,
}) => {
  const { ada, ben } = await buildOwners(ctx)
  const manager = { ...ctx, actor: await buildActor(ctx.db, { staffRole: 'manager' }) }
  const packer = await buildActor(ctx.db, { staffRole: 'packer' })
  const promotion = await request(ada, () =>
    changeStaffRole(ada, { id: packer.id, staffRole: 'editor' }, JUST_SIGNED_IN),
  )
  await expect(approveRequest(manager, promotion.id)).rejects.toThrow('Only an owner')
  expect(await approveRequest(ben, promotion.id)).toMatchObject({ state: 'approved' })
  const invitation = { email: 'new@orchard.example', staffRole: 'packer' as const }
  const invited = await request(ada, () => inviteStaff(ada, invitation, JUST_SIGNED_IN))
  await approveRequest(ben, invited.id)
  expect(await listInvitations(ada)).toMatchObject([invitation])
  const exported = await request(ada, () => requireExportApproval(ada, { list: 'orders.csv' }))
  expect(await approveRequest(manager, exported.id)).toMatchObject({ state: 'approved' })
})
