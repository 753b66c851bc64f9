import { type Check, complete, errorReason, incomplete, warning } from './check.ts'
import type { PaymentPage } from './probes.ts'

/** PCI DSS 4.0.1, 6.4.3 and 11.6.1: whether shoppers receive the page as this release makes it. */
export const PAYMENT_PAGE_CHECK: Check = {
  id: 'payment-page',
  title: 'Payment page',
  critical: true,
  async run({ probes, settings }) {
    const address = `${settings.origin}/checkout/pay`
    let page: PaymentPage | null
    try {
      page = await probes.readPaymentPage()
    } catch (error) {
      return warning(`${address} couldn’t be read (${errorReason(error)}), so its scripts weren’t compared.`)
    }
    if (!page)
      return complete('Not compared: the development server makes the scripts as they are requested.')
    const problems = findPageProblems(page)
    if (!problems.length)
      return complete(
        `The policy and the ${page.scripts} scripts of the payment page reach shoppers as this release made them.`,
      )
    return incomplete(
      `Shoppers don’t receive ${address} as this release made it: ${problems.slice(0, 5).join('; ')}. Find out what changes it: your proxy, a service in front of it, or an attacker.`,
    )
  },
}

const OWN_SCRIPTS = /^(?:'self'|'sha256-[\w+/]+=*')$/

/** Of the page without the provider’s form, whose hosts the store adds for that page only. */
export function findPageProblems({ policy, foreignScripts, changedScripts }: PaymentPage): string[] {
  return [
    ...(policy === null ? ['it has no content security policy'] : findPolicyProblems(policy)),
    ...foreignScripts.map((url) => `it has a script from ${url}`),
    ...changedScripts.map((path) => `${path} isn’t the file of this release`),
  ]
}

function findPolicyProblems(policy: string): string[] {
  const directives = new Map(
    policy.split(';').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
  const isOnly = (name: string, source: string) => directives.get(name)?.join(' ') === source
  const scripts = directives.get('script-src')
  const unexpected = scripts?.filter((source) => !OWN_SCRIPTS.test(source)) ?? []
  return [
    ...(scripts ? [] : ['its policy doesn’t limit scripts']),
    ...unexpected.map((source) => `its policy allows scripts from ${source}`),
    ...(isOnly('default-src', "'none'") ? [] : ['its policy allows what it doesn’t name']),
    ...(isOnly('frame-ancestors', "'none'") ? [] : ['other sites can show it in a frame']),
  ]
}
