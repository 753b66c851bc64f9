import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Envelope } from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'
import { enqueueAccountEmail } from '../account-email.server.ts'

/** In the transaction of what the email is about. */
export async function emailOwners<Content extends unknown[]>(
  ctx: Context,
  tx: Db,
  template: (envelope: Envelope, ...content: Content) => NewEmail,
  ...content: Content
): Promise<void> {
  const owners = await queryColumn(tx, z.string())`
    select email from profiles where role = 'admin' order by id`
  for (const email of owners) await enqueueAccountEmail(ctx, tx, email, template, ...content)
}

/** Of a person, or the name of an API key. */
export function actorName({ actor }: Pick<Context, 'actor'>): string {
  if (actor.kind === 'key') return `API key ${actor.name}`
  return actor.kind === 'user' ? actor.email : 'The store'
}
