import { type Check, complete, errorReason, incomplete, warning } from './check.ts'
import type { PaymentPage } from './probes.ts'

/** PCI DSS 4.0.1, 6.4.3 and 11.6.1: whether shoppers receive the page as this release makes it. */
export const PAYMENT_PAGE_CHECK: Check = {
  id: 'payment-page',
  title: 'Payment page',
  critical: true,
  async run({ probes, settings, payments }) {
    const address = `${settings.origin}/checkout/pay`
    let page: PaymentPage | null
    try {
      page = await probes.readPaymentPage()
    } catch (error) {
      return warning(`${address} couldn’t be read (${errorReason(error)}), so its scripts weren’t compared.`)
    }
    if (!page)
      return complete('Not compared: the development server makes the scripts as they are requested.')
    const formTargets = [payments?.checkoutOrigin, settings.google && new URL(settings.google.issuer).origin]
    // Of the sandbox, whose port changes with each start.
    const isSandbox = (target: string) => settings.demo !== 'off' && target.startsWith('http://127.0.0.1:')
    const problems = findPageProblems(page, (target) => formTargets.includes(target) || isSandbox(target))
    if (!problems.length)
      return complete(
        `The policy and the ${page.scripts} script files of the payment page reach shoppers as this release made them.`,
      )
    return incomplete(
      `Shoppers don’t receive ${address} as this release made it: ${problems.slice(0, 5).join('; ')}. Find out what changes it: your proxy, a service in front of it, or an attacker.`,
    )
  },
}

/** Inline scripts and styles are allowed by hash. */
const OWN_SOURCES = /^(?:'self'|'sha256-[\w+/]+=*')$/
/** They have sources that vary, and are looked at one by one. */
const VARYING = ['script-src', 'style-src']

/** Of the page without the provider’s form, whose hosts the store adds for that page only. */
export function findPageProblems(
  { policy, usualPolicy, foreignScripts, changedScripts }: PaymentPage,
  isFormTarget: (source: string) => boolean = () => false,
): string[] {
  return [
    ...(policy === null
      ? ['it has no content security policy']
      : findPolicyProblems(policy, usualPolicy, isFormTarget)),
    ...foreignScripts.map((url) => `it has a script from ${url}`),
    ...changedScripts.map((path) => `${path} isn’t a file of this release`),
  ]
}

function findPolicyProblems(
  policy: string,
  usualPolicy: string,
  isFormTarget: (source: string) => boolean,
): string[] {
  const [received, usual] = [parsePolicy(policy), parsePolicy(usualPolicy)]
  return [...usual].flatMap(([name, sources]) => {
    const actual = received.get(name)
    if (!actual) return [`its policy has no ${name}`]
    const isAllowed = (source: string) =>
      sources.includes(source) ||
      (VARYING.includes(name) && OWN_SOURCES.test(source)) ||
      (name === 'form-action' && isFormTarget(source))
    return actual
      .filter((source) => !isAllowed(source))
      .map((source) => `its policy has ${source} in ${name}`)
  })
}

function parsePolicy(policy: string): Map<string, string[]> {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}
