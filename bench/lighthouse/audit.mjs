import process from 'node:process'
import lighthouse from 'lighthouse'

// Prints Lighthouse's report about a page, in the Chromium with this debugging port. It is a script of its own, so that types
// and tests don't need Lighthouse.
const [url, port] = process.argv.slice(2)
const result = await lighthouse(url, {
  port: Number(port),
  onlyCategories: ['performance'],
  logLevel: 'error',
})
if (!result || result.lhr.runtimeError)
  throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse failed')
process.stdout.write(JSON.stringify(result.lhr))
