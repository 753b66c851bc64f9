import { execute } from '#db/sql.ts'
import { buildAccount, findSentEmails, PASSWORD, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { isResetLinkValid, requestPasswordReset, resetPassword } from './password.server.ts'

test('sixty reset requests send three emails an hour, and the newest link always works', async ({
  ctx,
  connection,
}) => {
  const { email } = await buildAccount(ctx.db)
  const request = async () => {
    await requestPasswordReset(ctx, email)
    await runJobs(connection, ctx)
  }
  const linksOf = async () =>
    (await findSentEmails(connection, email))
      .filter(({ kind }) => kind === 'reset')
      .map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
  for (let count = 0; count < 3; count++) await request()
  for (let count = 3; count < 60; count++) await requestPasswordReset(ctx, email)
  await runJobs(connection, ctx)
  const links = await linksOf()
  expect(await Promise.all(links.map((token) => isResetLinkValid(ctx, token)))).toEqual([false, false, true])

  // The newest link works until the next request gets an email again.
  const wait = async (minutes: number) => {
    await execute(ctx.db)`update attempts set at = at - ${minutes} * interval '1 minute'`
    await execute(ctx.db)`
      update auth_verifications set expires_at = expires_at - ${minutes} * interval '1 minute'`
  }
  await wait(59)
  expect(await isResetLinkValid(ctx, links.at(-1) ?? '')).toBe(true)
  await wait(1)
  await request()
  const [, , , newest = ''] = await linksOf()
  await resetPassword(ctx, { token: newest, password: PASSWORD })
  await request()
  expect(await linksOf()).toHaveLength(5)
})
