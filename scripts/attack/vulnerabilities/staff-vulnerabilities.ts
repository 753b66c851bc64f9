// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const STAFF_VULNERABILITIES: Defect[] = [
  {
    name: 'staff whose role was just taken away still save',
    edits: [
      {
        file: 'core/permissions/staff-transaction.server.ts',
        find: '      await requireCurrentRole(ctx, tx)\n',
        replace: '',
      },
    ],
    test: 'core/approvals/staff-transaction.test.ts',
    testName: 'blocked staff, another staff role, and a revoked API key save nothing either',
  },
  {
    name: 'a manager manages the staff',
    edits: [
      {
        file: 'core/permissions/permissions.ts',
        find: "'settings.edit', 'staff.edit', 'integrations.edit'",
        replace: "'settings.edit', 'integrations.edit'",
      },
    ],
    test: 'core/accounts/staff/staff.server.test.ts',
    testName: 'only the owner manages staff',
  },
  {
    name: 'support blocks a manager',
    edits: [
      {
        file: 'core/accounts/block-customer.server.ts',
        find: "    if (isStaff(profile)) requirePermission(ctx.actor, 'staff.edit')\n",
        replace: '',
      },
    ],
    test: 'core/accounts/staff/staff.server.test.ts',
    testName: 'support can block customers, but neither block nor sign out staff',
  },
  {
    name: 'staff open the back office without the second factor that the store requires',
    edits: [
      {
        file: 'core/permissions/policy.ts',
        find: '  if (user.needsSecondFactor) throw',
        replace: '  if (!user) throw',
      },
      {
        file: 'core/permissions/policy.ts',
        find: 'isStaff(actor) && !actor.needsSecondFactor',
        replace: 'isStaff(actor)',
      },
      {
        file: 'core/permissions/policy.ts',
        find: "actor.role === 'admin' && !actor.needsSecondFactor",
        replace: "actor.role === 'admin'",
      },
      {
        file: 'core/permissions/permissions.ts',
        find: 'actor.staffRole && !actor.needsSecondFactor',
        replace: 'actor.staffRole',
      },
    ],
    test: 'core/accounts/security/second-factor.server.test.ts',
    testName:
      'a store that requires two-step sign-in opens the back office only to administrators who use it',
  },
  {
    name: 'a passkey of anyone signs in at the admin login',
    edits: [
      {
        file: 'core/accounts/security/passkey-sign-in.server.ts',
        find: 'if (atAdminLogin && !isDesignatedAdmin(ctx, key.email))',
        replace: 'if (false)',
      },
    ],
    test: 'core/accounts/security/passkeys.server.test.ts',
    testName: 'at the admin login, only a passkey of the designated administrator signs in',
  },
  {
    name: 'an invitation is accepted with another account',
    edits: [
      {
        file: 'core/accounts/staff/accept-invitation.server.ts',
        find: "      if (invitation.email !== email) throw new Refusal('forbidden', wrongAccount(invitation.email, email))\n",
        replace: '',
      },
    ],
    test: 'core/accounts/staff/staff.server.test.ts',
    testName: 'a link works only for the invited address, and not after it is replaced or revoked',
  },
  {
    name: 'an invitation never expires',
    edits: [
      {
        file: 'core/accounts/staff/accept-invitation.server.ts',
        find: ' and i.expires_at > ${ctx.now} ${lock}',
        replace: ' ${lock}',
      },
    ],
    test: 'core/accounts/staff/staff.server.test.ts',
    testName: 'a link works only for the invited address, and not after it is replaced or revoked',
  },
  {
    name: 'an invitation that was replaced still works',
    edits: [
      {
        file: 'core/accounts/staff/invitations.server.ts',
        find: ' token_hash = excluded.token_hash,',
        replace: '',
      },
    ],
    test: 'core/accounts/staff/staff.server.test.ts',
    testName: 'a link works only for the invited address, and not after it is replaced or revoked',
  },
  {
    name: 'an invitation works twice',
    edits: [
      {
        file: 'core/accounts/staff/accept-invitation.server.ts',
        find: '  await execute(tx)`delete from staff_invitations where id = ${invitation.id}`\n',
        replace: '',
      },
    ],
    test: 'core/accounts/staff/staff.server.test.ts',
    testName: 'an invited person without an account signs up with the link, once',
  },
  {
    name: 'an invitation is renewed without approval',
    edits: [
      {
        file: 'core/accounts/staff/invitations.server.ts',
        find: '    if ((await findApprovalRules({ ...ctx, db: tx })).roleChanges) throw',
        replace: '    if (!id) throw',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'while role changes need approval, an invitation can’t be sent again without it',
  },
  {
    name: 'the code lets a person approve their own request',
    edits: [
      {
        file: 'core/approvals/decide-approval.server.ts',
        find: '  if (actor.id === requestedBy)\n',
        replace: '  if (!actor.id)\n',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'a role changes when a second owner approves it, once',
  },
  {
    name: 'a manager decides what only an owner may',
    edits: [
      {
        file: 'core/approvals/decide-approval.server.ts',
        find: '  if (!canApprove(actor, action)) throw',
        replace: '  if (!action) throw',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'a role of the staff and an invitation need an owner’s approval',
  },
  {
    name: 'a request of someone who has lost the role is approved',
    edits: [
      {
        file: 'core/approvals/find-requester.server.ts',
        find: 'return canAccessAdmin(actor) ? actor : undefined',
        replace: "return { ...actor, role: 'admin' }",
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'a request of someone who has lost the role is declined',
  },
  {
    name: 'an approved request is approved again',
    edits: [
      {
        file: 'core/approvals/decide-approval.server.ts',
        find: "if (request.state === 'requested') return request",
        replace: 'return request',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName:
      'a request can be declined with a reason, cancelled by its requester, and expires after seven days',
  },
  {
    name: 'another person downloads an approved export',
    edits: [
      {
        file: 'core/approvals/approved-export.server.ts',
        find: ' and requested_by = ${actor.id}',
        replace: '',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'an approved export is for its requester, once, for a day',
  },
  {
    name: 'an approved export is downloaded for ever',
    edits: [
      {
        file: 'core/approvals/approved-export.server.ts',
        find: "        and (downloaded_at is null or downloaded_at > now() - interval '1 minute')\n",
        replace: '',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'an approved export is for its requester, once, for a day',
  },
  {
    name: 'many files are deleted without approval',
    edits: [
      {
        file: 'core/media/uploads.server.ts',
        find: 'if (uploads.length > 1',
        replace: 'if (uploads.length < 0',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'several files are deleted together only with approval, and one at a time without',
  },
  {
    name: 'an approval of more personal records never ends',
    edits: [
      {
        file: 'core/personal-reads/read-limit.server.ts',
        find: " and r.payload ->> 'day' = d.day::text",
        replace: '',
      },
    ],
    test: 'core/personal-reads/record-read.server.test.ts',
    testName:
      'support requests more for the day with a reason; once somebody else approves it, lists open until the day ends',
  },
  {
    name: 'a request for more personal records is approved after its day',
    edits: [
      {
        file: 'core/approvals/request-more-reads.server.ts',
        find: 'if (day !== today)',
        replace: 'if (!day)',
      },
    ],
    test: 'core/personal-reads/record-read.server.test.ts',
    testName: 'a request for more records that is approved after its day does nothing',
  },
]
