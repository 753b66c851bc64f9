const VERBS = { get: 'get', post: 'create', put: 'set', patch: 'update', delete: 'delete' } as const

/** Last segments that say what is done. The others name what an operation is about. */
const ACTIONS = new Set([
  ...['resend', 'merge', 'run', 'restore', 'replay', 'test'],
  ...['approve', 'decline', 'cancel', 'create-stripe-checkout', 'verify-stripe-payment'],
])
/** They end like plurals, but are read and set as one. */
const SINGLE = new Set(['settings', 'analytics', 'books', 'tags', 'approval-rules', 'second-factor-roles'])

/** The name of an operation’s function in generated clients, such as `listAdminOrders` or `createOrderReturn`. */
export function operationId(method: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment && segment !== 'functions')
  const last = segments.findLast((segment) => !isParameter(segment)) ?? ''
  const names = segments.flatMap((segment, index) => {
    if (isParameter(segment)) return []
    const isOne = isParameter(segments[index + 1] ?? '') || method !== 'get' || segment !== last
    return [isOne ? singular(segment) : segment]
  })
  if (method === 'post' && ACTIONS.has(last)) {
    return lowerFirst([last, ...names.slice(0, -1)].map(pascalCase).join(''))
  }
  const isList = method === 'get' && last === names.at(-1) && last !== singular(last)
  return (isList ? 'list' : verb(method)) + names.map(pascalCase).join('')
}

function verb(method: string): string {
  return VERBS[method as keyof typeof VERBS] ?? method
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function singular(name: string): string {
  if (SINGLE.has(name)) return name
  return name
    .replace(/ies$/, 'y')
    .replace(/(?<=ss)es$/, '')
    .replace(/(?<=[^s])s$/, '')
}

function pascalCase(name: string): string {
  return name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}
