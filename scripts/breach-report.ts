import { parseArgs } from 'node:util'
import { readBreachReport } from '#core/privacy/breach-report.server.ts'
import { connect } from '#db/connection.ts'
import { StartupError } from '#db/startup-error.ts'
import { runCommand } from './run-command.ts'

/** `npm run breach-report -- --since 2026-01-31T08:00Z [--account <id or email>] [--key <id>]`. */
const { values } = parseArgs({
  options: { since: { type: 'string' }, account: { type: 'string' }, key: { type: 'string' } },
})

await runCommand({
  async run({ url }) {
    const since = new Date(values.since ?? '')
    if (Number.isNaN(since.getTime()))
      throw new StartupError('Add --since with a time, such as --since 2026-01-31T08:00Z.')
    if (values.account && values.key) throw new StartupError('Use either --account or --key.')
    const { db, close } = connect({ url, max: 1, pooled: true })
    const report = await readBreachReport(db, { since, actor: values.account ?? values.key }).finally(close)
    console.log(`Since ${since.toISOString()}\n\nActions`)
    for (const { actor, action, count, first, last } of report.actions)
      console.log(`  ${actor}: ${action}, ${count} times, ${first.toISOString()} to ${last.toISOString()}`)
    console.log(`\nExported lists, with everyone in them: ${report.exportedLists.join(', ') || 'none'}`)
    console.log(`\nPersonal data read, since the start of that day${report.reads.length ? '' : ': none'}`)
    for (const { reader, data, way, records } of report.reads)
      console.log(`  ${reader}: ${records} records of ${data} (${way})`)
    console.log(`\n${report.affectedPeople.length} people whose data was touched`)
    for (const email of report.affectedPeople) console.log(`  ${email}`)
    console.log('\nOpen sessions')
    for (const { email, createdAt, ipAddress, userAgent } of report.openSessions)
      console.log(
        `  ${email}: since ${createdAt.toISOString()}, ${ipAddress ?? 'unknown address'}, ${userAgent ?? ''}`,
      )
  },
})
