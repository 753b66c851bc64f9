import { useAdminPath } from '../admin-context.ts'
import { SubNav } from '../ui/sub-nav.tsx'

export function AccountingLinks() {
  const adminPath = useAdminPath()
  return (
    <SubNav
      label="Accounting"
      links={[
        ['Entries', adminPath('accounting')],
        ['Ledger', adminPath('accounting/ledger')],
      ]}
    />
  )
}
