import { useLocation } from 'react-router'
import type { AdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { SECTION_TABS } from '#web/ui/tab-looks.ts'
import { useAdminPath } from '../admin-context.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'

export function FamilyHeader({ family }: { family: AdminFamily }) {
  const path = useAdminPath()(`products/families/${family.id}`)
  const { pathname } = useLocation()
  const tabs = [
    { title: 'Products', to: path },
    { title: 'Details', to: `${path}/details` },
    { title: 'Formula', to: `${path}/formula` },
    { title: 'Information', to: `${path}/information` },
  ].map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))
  const lead = [family.brand, family.category, pluralize(family.members, 'product', 'products')]
  return (
    <>
      <ScreenHeader title={family.name} lead={lead.filter(Boolean).join(' · ')}>
        <HeaderLink to="products/families">All families</HeaderLink>
      </ScreenHeader>
      <TabLinks label="Family" look={SECTION_TABS} tabs={tabs} />
    </>
  )
}
