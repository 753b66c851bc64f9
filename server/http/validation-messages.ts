import { z } from 'zod'

/** For values whose schema has no message of its own. Each message says which limit was exceeded. */
export function setValidationMessages(): void {
  const { localeError: defaultMessage } = z.locales.en()
  z.config({ localeError: (issue) => validationMessage(issue) ?? defaultMessage(issue) })
}

type RawIssue = Parameters<ReturnType<typeof z.locales.en>['localeError']>[0]

function validationMessage(issue: RawIssue): string | undefined {
  if (issue.code === 'invalid_type') return typeMessage(issue)
  if (issue.code === 'too_big') {
    const { origin, maximum, inclusive } = issue
    if (origin === 'string') return `Use at most ${characters(maximum)}.`
    if (origin === 'array') return `Send at most ${items(maximum)}.`
    if (origin === 'number' || origin === 'int')
      return `Enter a number ${inclusive === false ? 'below' : 'of at most'} ${formatLimit(maximum)}.`
  }
  if (issue.code === 'too_small') {
    const { origin, minimum, inclusive } = issue
    if (origin === 'string') return minimum === 1 ? REQUIRED : `Use at least ${characters(minimum)}.`
    if (origin === 'array') return `Send at least ${items(minimum)}.`
    if (origin === 'number' || origin === 'int')
      return `Enter a number ${inclusive === false ? 'above' : 'of at least'} ${formatLimit(minimum)}.`
  }
  return undefined
}

const REQUIRED = 'This value is required.'

const TYPE_NAMES: Record<string, string> = {
  string: 'Send a string.',
  number: 'Send a number.',
  int: 'Send a whole number.',
  boolean: 'Send true or false.',
  array: 'Send a list.',
  object: 'Send an object.',
}

function typeMessage({ expected, input }: Extract<RawIssue, { code: 'invalid_type' }>): string | undefined {
  return input === undefined ? REQUIRED : TYPE_NAMES[expected]
}

type Limit = number | bigint

const formatLimit = (limit: Limit) => limit.toLocaleString('en-US')
const characters = (limit: Limit) =>
  Number(limit) === 1 ? '1 character' : `${formatLimit(limit)} characters`
const items = (limit: Limit) => (Number(limit) === 1 ? '1 item' : `${formatLimit(limit)} items`)
