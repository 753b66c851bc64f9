// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

const ACCOUNTS = 'core/accounts'

export const ACCOUNT_VULNERABILITIES: Defect[] = [
  {
    name: 'a one-time code works twice',
    edits: [
      {
        file: `${ACCOUNTS}/security/second-factor-codes.server.ts`,
        find: 'step === undefined || step <= (factor.lastStep ?? 0)',
        replace: 'step === undefined',
      },
    ],
    test: `${ACCOUNTS}/security/second-factor.server.test.ts`,
    testName: 'a code works once, in any challenge',
  },
  {
    name: 'recovery codes are stored as they are',
    edits: [
      {
        file: `${ACCOUNTS}/security/recovery-codes.ts`,
        find: 'return sign(`recovery code ${code}`, secret)',
        replace: 'return code',
      },
    ],
    test: `${ACCOUNTS}/security/second-factor.server.test.ts`,
    testName: 'a recovery code works once, and is stored as a hash',
  },
  {
    name: 'a passkey is added without the password',
    edits: [
      {
        file: `${ACCOUNTS}/security/passkeys.server.ts`,
        find: 'await verifyOwner(ctx, proof, { allFactors: true })\n  const keys',
        replace: 'const keys',
      },
    ],
    test: `${ACCOUNTS}/security/passkeys.server.test.ts`,
    testName: 'adding and removing a passkey asks for the password',
  },
  {
    name: 'a passkey is removed without the password',
    edits: [
      {
        file: `${ACCOUNTS}/security/passkeys.server.ts`,
        find: "await verifyOwner(ctx, proof, { allFactors: true })\n  await withSecurityEvent(ctx, { action: 'passkey-removed'",
        replace: "await withSecurityEvent(ctx, { action: 'passkey-removed'",
      },
    ],
    test: `${ACCOUNTS}/security/passkeys.server.test.ts`,
    testName: 'adding and removing a passkey asks for the password',
  },
  {
    name: 'a reset link works twice',
    edits: [
      {
        file: `${ACCOUNTS}/one-time-links.server.ts`,
        find: 'delete from auth_verifications where ${isRedeemable} returning value',
        replace: 'select value from auth_verifications where ${isRedeemable}',
      },
    ],
    test: `${ACCOUNTS}/one-time-links.server.test.ts`,
    testName: 'of many clicks on a link, one redeems it',
  },
  {
    name: 'sessions survive a password reset',
    edits: [
      {
        file: `${ACCOUNTS}/passwords/password.server.ts`,
        find: '    await endAllSessions(tx, userId)\n',
        replace: '',
      },
    ],
    test: `${ACCOUNTS}/sessions/sessions.server.test.ts`,
    testName: 'a stolen cookie stops working after a password reset',
  },
  {
    name: 'a session never ends',
    edits: [
      {
        file: `${ACCOUNTS}/sessions/token-session.server.ts`,
        find: "row.sessionEnd <= now ? 'expired' : tokenStatus(row, now)",
        replace: 'tokenStatus(row, now)',
      },
    ],
    test: `${ACCOUNTS}/sessions/sessions.server.test.ts`,
    testName: 'a session of an account with the role admin ends after 12 hours',
  },
  {
    name: 'a stolen token that was replaced still works',
    edits: [
      {
        file: `${ACCOUNTS}/sessions/tokens.ts`,
        find: "? 'good' : 'stolen'",
        replace: "? 'good' : 'good'",
      },
    ],
    test: `${ACCOUNTS}/sessions/sessions.server.test.ts`,
    testName: 'using an old token after its successor ends the session',
  },
  {
    name: 'sign-in reveals whether an account exists by the time it takes',
    edits: [
      {
        file: `${ACCOUNTS}/sign-in/sign-in.server.ts`,
        find: 'const isCorrect = await ctx',
        replace: 'const isCorrect = credential && await ctx',
      },
    ],
    test: `${ACCOUNTS}/sign-in/account-enumeration.test.ts`,
    testName: 'no endpoint reveals by work',
  },
  {
    name: 'right passwords are not counted, so one client fills the queue',
    edits: [
      {
        file: `${ACCOUNTS}/sign-in/sign-in.server.ts`,
        find: 'networkQueue(ipNetwork(ipAddress), checkInTurn)',
        replace: 'checkInTurn()',
      },
    ],
    test: `${ACCOUNTS}/sign-in/password-guessing.test.ts`,
    testName: 'one network holds no more than its share of the line',
    hangs: true,
  },
  {
    name: 'guesses are counted only after they were checked',
    edits: [
      {
        file: `${ACCOUNTS}/sign-in/sign-in.server.ts`,
        find: 'const guesses = [await reserveGuess(ctx.db, guessKey, GUESS_LIMITS.account)]\n    try {',
        replace: 'const guesses: number[] = []\n    try {',
      },
    ],
    test: `${ACCOUNTS}/sign-in/password-guessing.test.ts`,
    testName: 'only ten concurrent guesses are checked',
  },
  {
    name: 'newsletter emails use up the password resets of an address',
    edits: [
      {
        file: `${ACCOUNTS}/sign-in/rate-limit.server.ts`,
        find: '`${purpose} emails to ${email}`',
        replace: '`emails to ${email}`',
      },
    ],
    test: `${ACCOUNTS}/sign-in/password-guessing.test.ts`,
    testName: 'other emails don’t use up the password resets',
  },
  {
    name: 'an owner’s session is enough to make another owner',
    edits: [
      {
        file: `${ACCOUNTS}/security/verify-owner.server.ts`,
        find: "if (ctx.approval || ctx.actor.kind === 'key') return",
        replace: 'return',
      },
    ],
    test: 'api/admin/people/owner-proof.test.ts',
    testName: 'ten minutes after the sign-in, changes that give access need the password',
  },
  {
    name: 'a former owner’s API key still works',
    edits: [
      {
        file: `${ACCOUNTS}/staff/staff-access.server.ts`,
        find: "if (!remaining.includes('integrations.edit')) await revokeKeys(ctx, tx, profileId)",
        replace: '',
      },
    ],
    test: 'api/admin/people/staff-access.test.ts',
    testName: 'an owner who loses the role keeps no way back in',
  },
  {
    name: 'a former owner’s invitation still works',
    edits: [
      {
        file: `${ACCOUNTS}/staff/accept-invitation.server.ts`,
        find: "const MAY_INVITE = sql`p.role = 'admin'`",
        replace: 'const MAY_INVITE = sql`true`',
      },
    ],
    test: `${ACCOUNTS}/staff/staff.server.test.ts`,
    testName: 'an invitation works only while the person who sent it may invite',
  },
  {
    name: 'a customer changes roles',
    edits: [
      {
        file: `${ACCOUNTS}/roles.server.ts`,
        find: "requirePermission(ctx.actor, 'staff.edit')\n  await requireOwnerProof",
        replace: 'await requireOwnerProof',
      },
      {
        file: `${ACCOUNTS}/roles.server.ts`,
        find: "const actor = requirePermission(ctx.actor, 'staff.edit')",
        replace: 'const { actor } = ctx',
      },
      {
        file: `${ACCOUNTS}/roles.server.ts`,
        find: 'if (!admins.some((admin) => admin.id === actor.id))',
        replace: 'if (!actor)',
      },
      {
        file: 'api/access.ts',
        find: "    require(c.get('ctx').actor)\n",
        replace: '',
      },
    ],
    test: `${ACCOUNTS}/roles.server.test.ts`,
    testName: 'users can’t change their own role',
  },
]
