import { randomBytes, randomInt } from 'node:crypto'
import type { SignedInActor } from '#core/context.ts'
import type { SharedReads } from '#core/storefront/shared-reads.ts'
import { scriptHash } from '#server/react-router/page-scripts.ts'
import type { PageSession } from '#web/account/auth.ts'
import { pageResponse, pageText, type RequestContext } from '#web/request-context.ts'
import type { PageHandler } from './page-handler.ts'

/** Bytes, or the name of a value of the session. As strings, they would keep the page that they are part of in memory. */
type DataPart = Uint8Array | 'id' | 'email' | 'fullName' | 'expiresAt'

/** A page that all customers see alike, except for the session in the data that React hydrates with. */
type CustomerPage = {
  status: number
  headers: [name: string, value: string][]
  before: Uint8Array
  data: DataPart[]
  /** In the content security policy, if the data is a script. */
  dataHash: string | undefined
  after: Uint8Array
  tags: string[]
} & Pick<RequestContext, 'route' | 'hasResults'>

type CustomerRequest = {
  request: Request
  requestContext: RequestContext
  /** Of the response. */
  setCookies: string[]
  pageHandler: PageHandler
}

const randomText = () => randomBytes(16).toString('hex')
// Random, so that no page contains them, by chance or on purpose.
const PLACEHOLDERS = {
  id: randomText(),
  email: randomText(),
  fullName: randomText(),
  expiresAt: 8e15 + randomInt(2 ** 47),
}
const NAMES = new Map<string, DataPart>([
  [PLACEHOLDERS.id, 'id'],
  [PLACEHOLDERS.email, 'email'],
  [PLACEHOLDERS.fullName, 'fullName'],
  [String(PLACEHOLDERS.expiresAt), 'expiresAt'],
])
const PLACEHOLDER = new RegExp(`(${[...NAMES.keys()].join('|')})`)

/** Renders a page once for all customers, until it changes. */
export async function respondToCustomer(
  actor: SignedInActor,
  sharePages: SharedReads,
  customerRequest: CustomerRequest,
): Promise<Response> {
  const { request, requestContext } = customerRequest
  let ownResponse: Response | undefined
  const page = await sharePages(
    [requestContext.requestedRegion, request.url, actor.fullName === null],
    async () => {
      const rendered = await renderForAnyCustomer(actor, customerRequest)
      if (!(rendered instanceof Response)) return rendered
      ownResponse = rendered
    },
    (shared) => shared?.tags,
  )
  if (ownResponse) return ownResponse
  if (!page) throw new Error('The page was neither shared nor rendered for this customer.')
  requestContext.route = page.route
  requestContext.hasResults = page.hasResults
  return fillIn(page, actor)
}

/** Returns a response if it is for this customer only, for example because the page has read who the customer is. */
async function renderForAnyCustomer(
  actor: SignedInActor,
  { request, requestContext, setCookies, pageHandler }: CustomerRequest,
): Promise<CustomerPage | Response> {
  const { ctx } = requestContext
  const { watchedActor, isIdentified } = watchActor(actor)
  const cookiesBefore = setCookies.join()
  requestContext.ctx = { ...ctx, actor: watchedActor }
  requestContext.sharedSession = placeholderSession(actor)
  const response = await pageHandler(request, requestContext)
  // Redirects, for example, have no session.
  if (!/^text\/(?:html|x-script)/.test(response.headers.get('content-type') ?? '')) return response
  const page = await splitAtSession(response, requestContext)
  if (!page) {
    ctx.log.error('page shows the session outside its data', { path: new URL(request.url).pathname })
    requestContext.sharedSession = undefined
    return pageHandler(request, requestContext)
  }
  const setsCookie = response.headers.has('set-cookie') || setCookies.join() !== cookiesBefore
  const isShared = page.status === 200 && requestContext.tags && !isIdentified() && !setsCookie
  return isShared ? page : fillIn(page, actor)
}

/** The actor, and whether anything has read more of it than that it is a customer. */
function watchActor(actor: SignedInActor) {
  let isRead = false
  const watchedActor = new Proxy(actor, {
    get(target, name) {
      if (name !== 'kind' && name !== 'role') isRead = true
      return Reflect.get(target, name)
    },
  })
  return { watchedActor, isIdentified: () => isRead }
}

function placeholderSession({ role, fullName }: SignedInActor): PageSession {
  const { id, email, expiresAt } = PLACEHOLDERS
  // React Router encodes null in another way than text.
  const name = fullName === null ? null : PLACEHOLDERS.fullName
  return { user: { id, email, fullName: name, role, staffRole: null }, expiresAt }
}

/** Undefined if a placeholder is outside the data. */
async function splitAtSession(
  response: Response,
  { tags = [], route, hasResults }: RequestContext,
): Promise<CustomerPage | undefined> {
  const { status, headers } = response
  const isHtml = headers.get('content-type')?.startsWith('text/html')
  const text = await pageText(response)
  const [before, data, after] = isHtml ? splitAtData(text) : ['', text, '']
  if (PLACEHOLDER.test(before) || PLACEHOLDER.test(after)) return undefined
  return {
    status,
    headers: [...headers],
    before: Buffer.from(before),
    data: data.split(PLACEHOLDER).map((part) => NAMES.get(part) ?? Buffer.from(part)),
    dataHash: isHtml ? scriptHash(data) : undefined,
    after: Buffer.from(after),
    tags,
    route,
    hasResults,
  }
}

function splitAtData(html: string): [before: string, data: string, after: string] {
  const tag = html.lastIndexOf(DATA_SCRIPT)
  if (tag === -1) return [html, '', '']
  const start = tag + SCRIPT_TAG.length
  const end = html.indexOf('</script>', start)
  return [html.slice(0, start), html.slice(start, end), html.slice(end)]
}

const SCRIPT_TAG = '<script>'
const DATA_SCRIPT = `${SCRIPT_TAG}window.__reactRouterContext.streamController.enqueue(`

function fillIn(page: CustomerPage, { id, email, fullName, expiresAt }: SignedInActor): Response {
  const { status, before, after, dataHash } = page
  const session = { id, email, fullName, expiresAt: expiresAt.getTime() }
  const isHtml = dataHash !== undefined
  const data = Buffer.concat(
    page.data.map((part) => (typeof part === 'string' ? Buffer.from(encode(session[part], isHtml)) : part)),
  )
  const headers = new Headers(page.headers)
  const policy = headers.get('content-security-policy')
  if (isHtml && policy) headers.set('content-security-policy', policy.replace(dataHash, scriptHash(data)))
  return pageResponse([before, data, after], { status, headers })
}

/** As React Router writes a value into its data, without quotes: as JSON, and in a page as a string of a script. */
function encode(value: string | number | null, isHtml: boolean): string {
  const json = withoutQuotes(JSON.stringify(value))
  return isHtml ? escapeForScript(withoutQuotes(JSON.stringify(json))) : json
}

const withoutQuotes = (json: string) => json.replace(/^"|"$/g, '')

function escapeForScript(text: string): string {
  return text.replace(/[&><\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
