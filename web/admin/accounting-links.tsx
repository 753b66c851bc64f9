import { useAdminPath } from './office.ts'
import { SubNav } from './sub-links.tsx'

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
