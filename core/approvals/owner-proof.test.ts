import { globSync, readFileSync } from 'node:fs'
import { createApiKey } from '#core/accounts/api-keys/api-keys.server.ts'
import { blockCustomer, unblockCustomer } from '#core/accounts/block-customer.server.ts'
import { changeRole } from '#core/accounts/roles.server.ts'
import { changeSecondFactorRoles } from '#core/accounts/security/change-second-factor-roles.server.ts'
import { removeSecondFactor } from '#core/accounts/security/remove-second-factor.server.ts'
import type { OwnerProof } from '#core/accounts/security/verify-owner.server.ts'
import { inviteStaff, listInvitations, resendInvitation } from '#core/accounts/staff/invitations.server.ts'
import { removeStaffMember } from '#core/accounts/staff/remove-staff.server.ts'
import { changeStaffRole } from '#core/accounts/staff/staff.server.ts'
import type { Context } from '#core/context.ts'
import { SCOPES } from '#core/permissions/scopes.ts'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { changeEndpoint, createEndpoint, rotateSecret } from '#core/webhooks/endpoints.server.ts'
import { asAdmin, asCustomer, asKey, buildAccount, JUST_SIGNED_IN, PASSWORD } from '#test/accounts.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { changeApprovalSettings, saveApprovalSettings } from './change-approval-rules.server.ts'

type Change = (proof: OwnerProof) => Promise<unknown>

const ENDPOINT = { url: 'https://93.184.216.34/', description: '', events: ['order.paid' as const] }
const APPROVALS = DEFAULT_STORE_SETTINGS.approvals

const newEndpoint = async (owner: Context) =>
  (await createEndpoint(owner, ENDPOINT, JUST_SIGNED_IN)).endpoint.id

/** Each returns a change that the owner may make. */
const CHANGES: Record<string, (owner: Context) => Promise<Change>> = {
  changeRole: async (owner) => {
    const { id } = await buildAccount(owner.db)
    return (proof) => changeRole(owner, { id, role: 'admin' }, proof)
  },
  changeStaffRole: async (owner) => {
    const { id } = await buildAccount(owner.db, { staffRole: 'packer' })
    return (proof) => changeStaffRole(owner, { id, staffRole: 'manager' }, proof)
  },
  removeStaffMember: async (owner) => {
    const { id } = await buildAccount(owner.db, { role: 'admin' })
    return (proof) => removeStaffMember(owner, id, proof)
  },
  inviteStaff: async (owner) => (proof) =>
    inviteStaff(owner, { email: 'ines@orchard.example', staffRole: 'packer' }, proof),
  resendInvitation: async (owner) => {
    await inviteStaff(owner, { email: 'ines@orchard.example', staffRole: 'packer' }, JUST_SIGNED_IN)
    const [invitation] = await listInvitations(owner)
    return (proof) => resendInvitation(owner, invitation?.id ?? '', proof)
  },
  unblockCustomer: async (owner) => {
    const { id } = await buildAccount(owner.db, { staffRole: 'packer' })
    await blockCustomer(owner, id)
    return (proof) => unblockCustomer(owner, id, proof)
  },
  removeSecondFactor: async (owner) => {
    const person = await asCustomer(owner)
    await enableSecondFactor(person)
    return (proof) => removeSecondFactor(owner, person.actor.id, proof)
  },
  changeSecondFactorRoles: async (owner) => (proof) =>
    changeSecondFactorRoles(owner, 0, { roles: ['manager'], ...proof }),
  changeApprovalSettings: async (owner) => (proof) =>
    changeApprovalSettings(owner, 0, { ...APPROVALS, bulkDeletion: true }, proof),
  saveApprovalSettings: async (owner) => (proof) =>
    saveApprovalSettings(owner, { before: APPROVALS, after: { ...APPROVALS, bulkDeletion: true } }, proof),
  createApiKey: async (owner) => (proof) =>
    createApiKey(owner, { name: 'Sync', scopes: ['orders:read'], expiresAt: null }, proof),
  createEndpoint: async (owner) => (proof) => createEndpoint(owner, ENDPOINT, proof),
  changeEndpoint: async (owner) => {
    const id = await newEndpoint(owner)
    return (proof) => changeEndpoint(owner, id, { url: 'https://93.184.216.35/' }, proof)
  },
  rotateSecret: async (owner) => {
    const id = await newEndpoint(owner)
    return (proof) => rotateSecret(owner, id, proof)
  },
}

const WITHOUT_PROOF: Record<string, string[]> = {
  'reads, or checks a change that follows': [
    ...[
      'listStaff',
      'listInvitations',
      'listApiKeys',
      'listEndpoints',
      'findEndpoint',
      'findReadableEndpoint',
    ],
    ...['findStaffAccess', 'findStaffRemoval', 'sumPersonalDataReads'],
    ...['findSecondFactorRoles', 'hasSecondFactor', 'checkRoleChange', 'countPendingTasks', 'checkReadiness'],
    ...[
      'findStoreSettings',
      'findSettingsAt',
      'findLastSettingsChange',
      'previewOrderEmail',
      'findFirstSteps',
    ],
  ],
  'takes access away': [
    ...['revokeInvitation', 'revokeApiKey', 'blockCustomer', 'signOutEverywhere', 'pauseEndpoint'],
    ...['deleteEndpoint', 'endStaffAccess'],
  ],
  'sends to an address that was confirmed': ['resumeEndpoint', 'sendTestEvent', 'replayDelivery'],
  'gives nobody access': ['changeStoreSettings', 'dismissFirstSteps', 'retryJobs'],
}

test('each function for owners asks for proof, or is known to need none', () => {
  const known = [...Object.keys(CHANGES), ...Object.values(WITHOUT_PROOF).flat()]
  expect(functionsForOwners().sort()).toEqual(known.sort())
})

test.for(Object.keys(CHANGES))('%s needs proof of the owner', async (name, { ctx, connection }) => {
  const owner = await asAdmin(ctx)
  const change = await CHANGES[name]?.(owner)
  await connection.pool.query(`update auth_sessions set created_at = now() - interval '11 minutes'`)
  await expect(change?.({})).rejects.toMatchObject({ fields: { password: 'Please enter your password.' } })
  await expect(change?.(JUST_SIGNED_IN)).rejects.toMatchObject({ fields: { password: expect.any(String) } })
  await expect(change?.({ password: 'wrong orchard' })).rejects.toMatchObject({
    fields: { password: 'Invalid password' },
  })
  await change?.({ password: PASSWORD })
})

test('with two-step sign-in, the password alone proves nothing', async ({ ctx }) => {
  const owner = await asAdmin(ctx)
  const { code } = await enableSecondFactor(owner)
  const { id } = await buildAccount(ctx.db)
  const promote = (proof: OwnerProof) => changeRole(owner, { id, role: 'admin' }, proof)
  await expect(promote({ password: PASSWORD })).rejects.toMatchObject({
    fields: { code: 'Please enter the code.' },
  })
  expect(await promote({ password: PASSWORD, code: code() })).toMatchObject({ role: 'admin' })
})

test('an API key that may change webhooks has no owner to ask', async ({ ctx }) => {
  const key = await asKey(ctx, ['webhooks.edit', ...SCOPES['orders:read'].permissions])
  expect(await createEndpoint(key, ENDPOINT, {})).toMatchObject({ endpoint: { url: ENDPOINT.url } })
})

/** The exported functions of core that need a permission which only owners have, themselves or through others of their file. */
function functionsForOwners(): string[] {
  return globSync('core/**/*.server.ts').flatMap((file) => {
    const sources = readFileSync(file, 'utf8')
      .split(/\n(?=(?:export )?(?:async )?function )/)
      .map((source) => ({ source, name: /^(?:export )?(?:async )?function (\w+)/.exec(source)?.[1] ?? '' }))
      .filter(({ name }) => name)
    const names = new Set<string>()
    const needsOwner = (source: string) =>
      /'(?:staff|integrations|webhooks|settings)\.edit'/.test(source) ||
      [...names].some((name) => new RegExp(`(?<!function )\\b${name}\\(`).test(source))
    for (let size = -1; size < names.size; ) {
      size = names.size
      for (const { source, name } of sources) if (needsOwner(source)) names.add(name)
    }
    return sources
      .filter(({ source, name }) => source.startsWith('export') && names.has(name))
      .map(({ name }) => name)
  })
}
