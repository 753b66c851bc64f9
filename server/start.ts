import { createLog } from '#core/log.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { serveDevelopment } from './dev.ts'
import { greet } from './greeting.ts'
import { prepareStore } from './prepare.ts'
import { superviseWeb } from './supervisor.ts'

/** `npm start`: everything that stands between an empty folder and an open store, in order. */
const began = performance.now()
const development = process.argv.includes('--dev')

try {
  const prepared = await prepareStore(process.env, createLog)
  const { config, log } = prepared
  const web = development ? await serveDevelopment(config) : await superviseWeb(config, log)
  greet(prepared, web.port, Math.round(performance.now() - began))

  let leaving = false
  const leave = async (why: string) => {
    if (leaving) process.exit(1)
    leaving = true
    log.info('store closing', { why })
    await web.close()
    await prepared.close()
    log.info('store closed')
    process.exit(0)
  }
  process.on('SIGINT', () => leave('interrupted'))
  process.on('SIGTERM', () => leave('terminated'))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
