import { createPublicKey, verify } from 'node:crypto'
import type { Client } from 'pg'
import { sealAudit, signLastSeal } from '#core/audit/audit-seals.server.ts'
import type { Context } from '#core/context.ts'
import { expect, test } from '#test/page-test.ts'

type Seal = Record<'place' | 'entry_id' | 'hash' | 'signer' | 'signature' | 'signed_at' | 'status', string>

const signEntry = async (ctx: Context, owner: Client, at: string) => {
  await owner.query(
    `insert into audit_entries (at, action, subject) values (now() - interval '2 minutes', 'role-changed', 'usr_1')`,
  )
  await sealAudit(ctx.db)
  await signLastSeal({ ...ctx, now: new Date(at) })
}

/** As docs/security.md does it, without the store. */
function isSigned({ place, entry_id, hash, signer, signature }: Seal): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' })
  return verify(null, Buffer.from(`${place} ${entry_id} ${hash}`), key, Buffer.from(signature, 'base64url'))
}

test('owners see when the audit log was last signed, download the seal to check it elsewhere, and see that the log was altered', async ({
  admin,
  ctx,
  owner,
}) => {
  expect((await admin.open('/admin/audit')).text).toContain('Not signed yet.')
  await signEntry(ctx, owner, '2026-11-26T05:33:00Z')
  await signEntry(ctx, owner, '2026-11-27T05:33:00Z')
  const page = await admin.open('/admin/audit')
  expect(page.text).toContain('Last signed on Nov 27, 2026, and verified.')
  const [, link = ''] = page.html.match(/href="([^"]*signed-seals[^"]*)"/) ?? []
  const file = await admin.get(link)
  expect(file.headers.get('content-disposition')).toContain('audit-seals-2026-11-27.json')
  const { data } = (await file.json()) as { data: Seal[] }
  expect(data).toMatchObject([{ signed_at: '2026-11-27T05:33:00.000Z', status: 'verified' }])
  expect(data.map(isSigned)).toEqual([true])

  const listed = await (await admin.get('/api/v1/admin/audit-log/signed-seals?limit=1')).json()
  expect(listed.data).toEqual(data)
  const next = await admin.get(`/api/v1/admin/audit-log/signed-seals?cursor=${listed.next_cursor}`)
  expect(await next.json()).toMatchObject({
    data: [{ signed_at: '2026-11-26T05:33:00.000Z' }],
    next_cursor: null,
  })

  // A change that is sealed again.
  await owner.query('alter table audit_entries disable trigger audit_entries_permanent')
  await owner.query(`delete from audit_seals; update audit_entries set subject = 'usr_2'`)
  await sealAudit(ctx.db)
  expect((await admin.open('/admin/audit')).text).toContain('but the log or the signature was altered since')
  const response = await admin.get('/api/v1/admin/audit-log/signed-seals?day=2026-11-27')
  expect(await response.json()).toMatchObject({ data: [{ status: 'altered' }] })
})
