import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { sendError } from '#api/errors.ts'
import { findMailboxEmail, readMailbox } from '#core/email/mailbox.server.ts'
import { isAdmin } from '#core/permissions/policy.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import type { Db } from '#db/connection.ts'
import type { DemoMode } from '#server/config.ts'
import type { AppEnv } from '../app-env.ts'
import { inlineStylePolicy } from '../security-headers.ts'
import { MAILBOX_STYLE, mailboxPage } from './mailbox-page.ts'

export function requireDemo(demo: DemoMode) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (demo === 'off') return sendError(c, 'not_found', 'This store is not a demo.')
    if (c.env.requestInfo.client.forwarded) {
      return sendError(c, 'forbidden', 'Demo pages are available only on the machine that runs the store.')
    }
    await next()
  })
}

export function demoRoutes({ db, demo }: { db: Db; demo: DemoMode }) {
  const routes = new Hono<AppEnv>()
  const policy = inlineStylePolicy(MAILBOX_STYLE)
  // Emails need inline styles, so their page gets no other permissions.
  const emailPolicy =
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox allow-popups"

  routes.use('/mailbox*', async (c, next) => {
    if (demo !== 'public' || isAdmin(c.get('ctx').actor)) return next()
    return sendError(c, 'forbidden', 'In a shared demo, only administrators can open the mailbox.')
  })
  routes.get('/mailbox', async (c) => {
    c.header('content-security-policy', policy)
    const { name } = await readStoreIdentity(c.get('ctx'))
    return c.html(mailboxPage(await readMailbox(db), name))
  })
  routes.get('/mailbox.json', async (c) => {
    const emails = await readMailbox(db)
    return c.json(
      emails.map(({ id, recipient, subject, bodyText, bodyHtml, unsubscribeUrl, sentAt }) => {
        const email = { id, to: recipient, subject, text: bodyText, html: bodyHtml, unsubscribeUrl }
        return { ...email, sentAt: sentAt.toISOString() }
      }),
    )
  })
  routes.get('/mailbox/:id', async (c) => {
    const email = await findMailboxEmail(db, c.req.param('id'))
    if (!email) return sendError(c, 'not_found', 'Email not found.')
    c.header('content-security-policy', emailPolicy)
    c.header('referrer-policy', 'no-referrer')
    return c.html(email.bodyHtml)
  })
  return routes
}
