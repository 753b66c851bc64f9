// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const REFUND_VULNERABILITIES: Defect[] = [
  {
    name: 'support refunds any amount',
    edits: [
      {
        file: 'core/approval-rules/approval-rules.server.ts',
        find: 'isSupport(ctx.actor) && usdCents > rules.supportRefunds',
        replace: 'false',
      },
    ],
    test: 'core/approvals/approve-refund.server.test.ts',
    testName: 'while no refund needs approval, support is refused above the limit that the owner sets',
  },
  {
    name: 'an API key refunds above the limit',
    edits: [
      {
        file: 'core/approval-rules/approval-rules.server.ts',
        find: "  if (ctx.actor.kind === 'key') throw",
        replace: "  if (ctx.actor.kind === 'key') return\n  if (!action) throw",
      },
    ],
    test: 'core/approvals/approve-refund.server.test.ts',
    testName: 'an API key that meets an approval rule gets a clear refusal',
  },
  {
    name: 'a large refund is made in small parts',
    edits: [
      {
        file: 'core/orders/refunds/require-refund-approval.server.ts',
        find: 'refunded + failed + amount',
        replace: 'failed + amount',
      },
    ],
    test: 'core/approvals/approve-refund.server.test.ts',
    testName: 'a double click is one request, and each part of a large refund counts toward the limit',
  },
  {
    name: 'a failed refund is retried without approval',
    edits: [
      {
        file: 'core/orders/refunds/failed-refunds.server.ts',
        find: '    await requireRefundApproval({ ...ctx, db: tx }, order, refund.amount, approval)\n',
        replace: '',
      },
    ],
    test: 'core/approvals/approve-refund.server.test.ts',
    testName: 'failed refunds count toward the limit, and a retry above it needs approval',
  },
  {
    name: 'failed refunds don’t count toward the limit',
    edits: [
      {
        file: 'core/orders/refunds/require-refund-approval.server.ts',
        find: 'refunded + failed + amount',
        replace: 'refunded + amount',
      },
    ],
    test: 'core/approvals/approve-refund.server.test.ts',
    testName: 'failed refunds count toward the limit, and a retry above it needs approval',
  },
  {
    name: 'an approval pays another amount than it showed',
    edits: [
      {
        file: 'core/orders/refunds/require-refund-approval.server.ts',
        find: '  if (amount === approved) return\n',
        replace: '  if (amount > 0) return\n',
      },
    ],
    test: 'core/approvals/approve-refund.server.test.ts',
    testName: 'an approval is for the amount that it showed',
  },
  {
    name: 'cancelling an order refunds it without approval',
    edits: [
      {
        file: 'core/orders/refunds/require-refund-approval.server.ts',
        find: '  if (amount <= 0) return\n',
        replace: '  if (amount <= 0 || order.id) return\n',
      },
    ],
    test: 'core/approvals/approve-refund.server.test.ts',
    testName: 'cancelling or marking an order as refunded needs approval too',
  },
  {
    name: 'a failed refund is retried twice',
    edits: [
      {
        file: 'core/orders/refunds/failed-refunds.server.ts',
        find: 'if (!(await markRefundResolved(tx, id, ctx.now)))',
        replace: 'await markRefundResolved(tx, id, ctx.now)\n    if (!refund.id)',
      },
    ],
    test: 'core/orders/refunds/failed-refunds.server.test.ts',
    testName: 'a refund the provider declines fails immediately, notifies the owner, and can be retried',
  },
]
