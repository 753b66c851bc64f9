// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const SIGN_IN_VULNERABILITIES: Defect[] = [
  {
    name: 'sign-in codes are guessed without limit',
    edits: [
      {
        file: 'core/accounts/security/second-factor-codes.server.ts',
        find: 'if (factor.lockedUntil && factor.lockedUntil > ctx.now) return',
        replace: 'if (!factor.userId) return',
      },
    ],
    test: 'core/accounts/security/second-factor.server.test.ts',
    testName: 'codes can be guessed at most ten times, over any number of challenges',
  },
  {
    name: 'sign-in codes are guessed for ever, ten each quarter of an hour',
    edits: [
      {
        file: 'core/accounts/security/second-factor-codes.server.ts',
        find: 'FIRST_LOCK_MS * 2 ** locks',
        replace: 'FIRST_LOCK_MS',
      },
    ],
    test: 'core/accounts/security/second-factor.server.test.ts',
    testName:
      'each lock of codes lasts twice as long, the first one sends an email, and a new password ends it',
  },
  {
    name: 'nobody is notified that their sign-in codes are guessed',
    edits: [
      {
        file: 'core/accounts/security/second-factor-codes.server.ts',
        find: '  if (locks === 0) await enqueueAccountEmail',
        replace: '  if (locks < 0) await enqueueAccountEmail',
      },
    ],
    test: 'core/accounts/security/second-factor.server.test.ts',
    testName:
      'each lock of codes lasts twice as long, the first one sends an email, and a new password ends it',
  },
  {
    name: 'an old sign-in code works',
    edits: [
      {
        file: 'core/accounts/security/second-factor-codes.server.ts',
        find: '{ code, now: ctx.now })\n',
        replace:
          '{ code, now: ctx.now }) ?? findTimeStep(decrypt(factor.secret, ctx.settings), { code, now: new Date(ctx.now.getTime() - 60_000) })\n',
      },
    ],
    test: 'core/accounts/security/second-factor.server.test.ts',
    testName: 'codes of clocks that are half a minute off work, and older ones don’t',
  },
  {
    name: 'a scanner of a mailbox confirms a new email address',
    edits: [
      {
        file: 'server/http/routes/auth-routes.ts',
        find: "if (await isOthersNewEmail(c.get('ctx'), token)) {",
        replace: 'if (!token) {',
      },
    ],
    test: 'web/account/sign-in/confirm-email.test.ts',
    testName: 'in another browser, a new address is confirmed by a button, not by opening the link',
  },
  {
    name: 'a scanner of a mailbox confirms a sign-up',
    edits: [
      {
        file: 'server/http/routes/auth-routes.ts',
        find: "if (await needsPassword(c.get('ctx'), { token, browserKey })) {",
        replace: 'if (!browserKey && !token) {',
      },
    ],
    test: 'web/account/sign-in/confirm-email.test.ts',
    testName: 'in another browser, the confirmation link asks for the password once',
  },
  {
    name: 'a browser passes for a program that has signed in before',
    edits: [
      {
        file: 'server/http/cookies.ts',
        find: 'return token !== null && isToken(token) ? token : null',
        replace: 'return token',
      },
    ],
    test: 'core/accounts/sessions/sessions.server.test.ts',
    testName: 'a browser can’t pass for a program that has signed in before',
  },
  {
    name: 'any device cookie counts as a known browser',
    edits: [
      {
        file: 'core/accounts/sign-in/sign-in.server.ts',
        find: '  return devices > 0\n',
        replace: '  return devices >= 0\n',
      },
    ],
    test: 'core/accounts/sign-in/password-guessing.test.ts',
    testName: 'a made-up device cookie gets no limit of its own',
  },
  {
    name: 'a rented block of networks fills the queue of passwords',
    edits: [
      {
        file: 'core/accounts/sign-in/sign-in.server.ts',
        find: 'blockQueue(ipBlock(ipAddress), checkInNetwork)',
        replace: 'checkInNetwork()',
      },
    ],
    test: 'core/accounts/sign-in/password-guessing.test.ts',
    testName: 'a block of networks has its own share, and all strangers leave room for known browsers',
    hangs: true,
  },
  {
    name: 'strangers leave no room in the queue for known browsers',
    edits: [
      {
        file: 'core/accounts/sign-in/sign-in.server.ts',
        find: "return strangersQueue('', () => blockQueue(ipBlock(ipAddress), checkInNetwork))",
        replace: 'return blockQueue(ipBlock(ipAddress), checkInNetwork)',
      },
    ],
    test: 'core/accounts/sign-in/password-guessing.test.ts',
    testName: 'a block of networks has its own share, and all strangers leave room for known browsers',
    hangs: true,
  },
  {
    name: 'a path with dot segments passes the checks of another',
    edits: [
      {
        file: 'server/http/listener.ts',
        find: 'return isPath && !DOT_SEGMENT.test(url) ?',
        replace: 'return isPath ?',
      },
    ],
    test: 'server/http/request-url.test.ts',
    testName: '/storage/../api/v1/auth/token is refused',
  },
  {
    name: 'an encoded dot segment passes the checks of another path',
    edits: [{ file: 'server/http/listener.ts', find: '(?:\\.|%2e){1,2}', replace: '\\.{1,2}' }],
    test: 'server/http/request-url.test.ts',
    testName: '/storage/%2e%2E/api/v1/auth/token is refused',
  },
  {
    name: 'the session token stays the same when the password is entered again',
    edits: [
      {
        file: 'core/accounts/security/verify-owner.server.ts',
        find: 'await ctx.renewSession?.()',
        replace: '',
      },
    ],
    test: 'core/accounts/sessions/renew-session.test.ts',
    testName: 'entering the password again gives the session a new token',
  },
]
