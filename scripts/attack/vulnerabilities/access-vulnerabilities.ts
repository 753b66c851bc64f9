import type { Defect } from '../defects/defect.ts'

export const ACCESS_VULNERABILITIES: Defect[] = [
  {
    name: 'an API key is created without proof of the owner',
    edits: [
      {
        file: 'core/accounts/api-keys/api-keys.server.ts',
        find: '  const newKey = checkRequest(ctx, request)\n  await requireOwnerProof(ctx, proof)\n',
        replace: '  const newKey = checkRequest(ctx, request)\n',
      },
    ],
    test: 'core/approvals/owner-proof.test.ts',
    testName: 'createApiKey needs proof of the owner',
  },
  {
    name: 'an invitation is sent again without proof of the owner',
    edits: [
      {
        file: 'core/accounts/staff/invitations.server.ts',
        find: "id: string, proof: OwnerProof): Promise<void> {\n  requirePersonWith(ctx.actor, 'staff.edit')\n  await requireOwnerProof(ctx, proof)\n",
        replace:
          "id: string, proof: OwnerProof): Promise<void> {\n  requirePersonWith(ctx.actor, 'staff.edit')\n",
      },
    ],
    test: 'core/approvals/owner-proof.test.ts',
    testName: 'resendInvitation needs proof of the owner',
  },
  {
    name: 'a role changes without proof of the owner',
    edits: [
      { file: 'core/accounts/roles.server.ts', find: '  await requireOwnerProof(ctx, proof)\n', replace: '' },
    ],
    test: 'core/approvals/owner-proof.test.ts',
    testName: 'changeRole needs proof of the owner',
  },
  {
    name: 'approval rules change without proof of the owner',
    edits: [
      {
        file: 'core/approvals/change-approval-rules.server.ts',
        find: "  requirePermission(ctx.actor, 'settings.edit')\n  await requireOwnerProof(ctx, proof)\n",
        replace: "  requirePermission(ctx.actor, 'settings.edit')\n",
      },
    ],
    test: 'core/approvals/owner-proof.test.ts',
    testName: 'ettings needs proof of the owner',
  },
  {
    name: 'an old sign-in proves the owner in the API',
    edits: [
      {
        file: 'core/accounts/security/verify-owner.server.ts',
        find: '    if (await hasSignedInJustNow(ctx)) return\n',
        replace: '    if (proof) return\n',
      },
    ],
    test: 'api/admin/people/owner-proof.test.ts',
    testName: 'ten minutes after the sign-in',
  },
  {
    name: 'every role reads the email addresses of orders',
    edits: [
      {
        file: 'core/orders/admin/visible-order.ts',
        find: '    email: seesCustomers,',
        replace: '    email: true,',
      },
    ],
    test: 'server/visible-data.test.ts',
    testName: 'no page, print, export, or API operation',
  },
  {
    name: 'every role reads the amounts of orders',
    edits: [
      {
        file: 'core/orders/admin/visible-order.ts',
        find: "amounts: hasPermission(actor, 'orders.prices')",
        replace: 'amounts: true',
      },
    ],
    test: 'server/visible-data.test.ts',
    testName: 'no page, print, export, or API operation',
  },
  {
    name: 'the number of personal records per day has no limit',
    edits: [
      {
        file: 'core/personal-reads/record-read.server.ts',
        find: 'if (limit !== null && before >= limit) throw',
        replace: 'if (limit === -1) throw',
      },
    ],
    test: 'core/personal-reads/record-read.server.test.ts',
    testName: 'above the day’s number',
  },
  {
    name: 'a key without the scope for refunds cancels a paid order',
    edits: [
      {
        file: 'core/orders/refunds/require-refund-approval.server.ts',
        find: "if (!hasPermission(ctx.actor, 'orders.refund'))",
        replace: 'if (!ctx.actor)',
      },
    ],
    test: 'core/orders/cancel-order.server.test.ts',
    testName: 'an API key needs the scope for refunds',
  },
  {
    name: 'a key without the scope for stock starts an import that takes stock',
    edits: [
      {
        file: 'core/catalog/import/start-import.server.ts',
        find: "if (options?.takesStock) requirePermission(ctx.actor, 'stock.edit')",
        replace: 'void options?.takesStock',
      },
    ],
    test: 'core/catalog/import/check-import.server.test.ts',
    testName: 'an import changes stock only for a key',
  },
  {
    name: 'a key reads the deliveries of events beyond its scopes',
    edits: [
      {
        file: 'core/webhooks/endpoints.server.ts',
        find: '  requireEventPermissions(ctx, endpoint.events)\n',
        replace: '',
      },
    ],
    test: 'core/webhooks/endpoints.server.test.ts',
    testName: 'a key reads and changes an endpoint’s messages',
  },
  {
    name: 'a webhook of someone who left resumes with its old secret',
    edits: [
      {
        file: 'core/webhooks/endpoints.server.ts',
        find: "if (pauseReason === 'creator_removed') throw",
        replace: "if (pauseReason === 'never') throw",
      },
    ],
    test: 'api/admin/people/staff-access.test.ts',
    testName: 'a paused webhook of someone who left',
  },
  {
    name: 'files are deleted one by one without a limit',
    edits: [
      {
        file: 'core/media/uploads.server.ts',
        find: 'return count >= MAX_SINGLE_DELETIONS',
        replace: 'return count < 0',
      },
    ],
    test: 'core/approvals/approvals.server.test.ts',
    testName: 'files that are deleted one by one',
  },
]
