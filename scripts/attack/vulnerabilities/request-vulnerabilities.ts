// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const REQUEST_VULNERABILITIES: Defect[] = [
  {
    name: 'the pages of the back office are open to everyone',
    edits: [
      {
        file: 'web/page-access.ts',
        find: "return staff(SCREEN_ACCESS.get(page), '/admin/login')",
        replace: 'return anyone',
      },
    ],
    test: 'server/policies.test.ts',
    testName: 'no spelling of a URL bypasses the guards',
  },
  {
    name: 'the back office’s API reads a request before it checks the role',
    edits: [
      {
        file: 'api/access.ts',
        find: "    require(c.get('ctx').actor)\n",
        replace: '',
      },
    ],
    test: 'server/policies.test.ts',
    testName: 'every API operation answers each role',
  },
  {
    name: 'another site sends a signed-in visitor’s form',
    edits: [
      {
        file: 'server/http/same-origin.ts',
        find: "if (site !== null && site !== 'same-origin' && site !== 'none') return true",
        replace: '',
      },
      {
        file: 'server/http/same-origin.ts',
        find: 'return sender !== null && sender !== requestInfo.origin',
        replace: 'return false',
      },
    ],
    test: 'server/http/same-origin.test.ts',
    testName: 'a public store accepts writes only from its own origin',
  },
  {
    name: 'a visitor chooses the address that limits count',
    edits: [
      {
        file: 'server/http/client-address.ts',
        find: 'if (!isIP(socketAddress) || !isProxy(socketAddress))',
        replace: 'if (!isIP(socketAddress) || !forwardedFor)',
      },
    ],
    test: 'server/http/client-address.test.ts',
    testName: 'the visitor’s address is the socket’s, whatever the headers claim',
  },
  {
    name: 'the Host header decides where emailed links lead',
    edits: [
      {
        file: 'server/http/request-info.ts',
        find: 'if (!host || !isLoopback(publicUrl.hostname) || ',
        replace: 'if (host) return `${publicUrl.protocol}//${host}`\n  if (!host || ',
      },
    ],
    test: 'server/http/request-info.test.ts',
    testName: 'but other ports and names are not',
  },
  {
    name: 'a link of the store leads to another site',
    edits: [
      {
        file: 'web/same-site-path.ts',
        find: "return url.host === 'here.invalid' && !url.pathname.startsWith('//')",
        replace: 'return url.host',
      },
    ],
    test: 'web/same-site-path.test.ts',
    testName: 'nothing leads to another site',
  },
  {
    name: 'signed-in visitors get and fill the cache of pages',
    edits: [
      {
        file: 'server/http/cache/cache-key.ts',
        find: '    !hasSessionCookie(incoming.headers.cookie) &&\n',
        replace: '',
      },
    ],
    test: 'server/http/listener.test.ts',
    testName: 'each time for a request with a session or token',
  },
  {
    name: 'the cache of pages takes an indented session cookie for none',
    edits: [
      {
        file: 'server/http/request-info.ts',
        find: '/(?:^|;)\\s*(?:__Host-)?eb_(?:session',
        replace: '/(?:^|;\\s*)(?:__Host-)?eb_(?:session',
      },
      {
        file: 'server/http/routes/page-routes.ts',
        find: "visitor === 'guest' || isForAllCustomers ? requestContext.tags : undefined",
        replace: 'requestContext.tags',
      },
    ],
    test: 'server/http/pages/public-pages.test.ts',
    testName: 'never stored for guests, however the cookie is written',
  },
  {
    name: 'a page about one customer is shared with the others',
    edits: [
      {
        file: 'server/http/routes/page-routes.ts',
        find: 'isForAllCustomers ? { ...ctx, actor: guest } : ctx',
        replace: 'ctx',
      },
    ],
    test: 'server/http/pages/public-pages.test.ts',
    testName: 'none of them about either',
  },
  {
    name: 'a client that sends its body slowly keeps its connection',
    edits: [
      {
        file: 'server/http/limits/body-limits.ts',
        find: 'if (incoming.complete) return\n',
        replace: 'if (incoming) return\n',
      },
    ],
    test: 'server/http/limits/slow-clients.test.ts',
    testName: 'a body that doesn’t arrive in time gets 408',
    hangs: true,
  },
  {
    name: 'an uploaded SVG runs its scripts',
    edits: [
      {
        file: 'server/http/routes/storage-routes.ts',
        find: "const UPLOAD_POLICY = \"default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox\"",
        replace: "const UPLOAD_POLICY = \"default-src 'self' 'unsafe-inline'\"",
      },
    ],
    test: 'api/admin/storage/storage.test.ts',
    testName: 'an SVG is served in a sandbox',
  },
  {
    name: 'an upload’s extension decides its type',
    edits: [
      {
        file: 'core/media/inspect-file.server.ts',
        find: 'if (!type || !expected.bytes.includes(type)) {',
        replace: 'if (!type) {',
      },
    ],
    test: 'core/media/inspect-file.server.test.ts',
    testName: 'a JPEG named .png',
  },
  {
    name: 'the country lookup follows redirects into the owner’s network',
    edits: [{ file: 'core/fetch-text.ts', find: ", redirect: 'error'", replace: '' }],
    test: 'core/regions/geolocation.server.test.ts',
    testName: 'when the first service redirects',
  },
  {
    name: 'a name in an email contains markup',
    edits: [
      {
        file: 'core/email/escape-html.ts',
        find: 'return text.replace(',
        replace: 'return text || text.replace(',
      },
    ],
    test: 'core/email/account-emails.test.ts',
    testName: 'what a shopper calls their device can’t become markup',
  },
  {
    name: 'an exported cell runs as a formula',
    edits: [
      {
        file: 'core/catalog/import/csv-cell.ts',
        find: "? `'${cell}` : cell",
        replace: '? cell : cell',
      },
    ],
    test: 'core/catalog/import/csv-cell.test.ts',
    testName: 'formulas are escaped and restored',
  },
]
