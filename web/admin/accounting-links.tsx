import { useOffice } from './office.ts'
import { SubLinks } from './sub-links.tsx'

export function AccountingLinks() {
  const office = useOffice()
  return (
    <SubLinks
      label="Accounting"
      links={[
        ['Entries', office('accounting')],
        ['Ledger', office('accounting/ledger')],
      ]}
    />
  )
}
