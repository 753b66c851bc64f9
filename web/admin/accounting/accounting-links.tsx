import { useLocation } from 'react-router'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { SECTION_TABS } from '#web/ui/tab-looks.ts'
import { useAdminPath } from '../admin-context.ts'

export function AccountingLinks() {
  const adminPath = useAdminPath()
  const { pathname } = useLocation()
  const tabs = [
    { title: 'Entries', to: adminPath('accounting') },
    { title: 'Ledger', to: adminPath('accounting/ledger') },
    { title: 'Payouts', to: adminPath('accounting/payouts') },
    { title: 'Exports', to: adminPath('accounting/exports') },
  ].map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))
  return <TabLinks label="Accounting" look={SECTION_TABS} tabs={tabs} />
}
