import { createContext, useContext } from 'react'
import type { ApprovalRules } from '#core/approval-rules/approval.ts'

/** `toDecide` is the number of requests that wait for the person who looks. */
export type Approvals = { rules: ApprovalRules; toDecide: number }

const ApprovalsContext = createContext<Approvals>({
  rules: {
    refundsAbove: null,
    supportRefunds: 0,
    roleChanges: false,
    bulkDeletion: false,
    personalDataExport: false,
    personalRecordsPerDay: 0,
  },
  toDecide: 0,
})

/** Set by both layouts, so that every form can say beforehand that it needs approval. */
export const ApprovalsProvider = ApprovalsContext.Provider
export const useApprovals = () => useContext(ApprovalsContext)
