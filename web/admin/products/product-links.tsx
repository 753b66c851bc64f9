import { useLocation } from 'react-router'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { SECTION_TABS } from '#web/ui/tab-looks.ts'
import { useAdminPath } from '../admin-context.ts'

export function ProductLinks() {
  const adminPath = useAdminPath()
  const { pathname } = useLocation()
  const tabs = [
    { title: 'Products', to: adminPath('products') },
    { title: 'Families', to: adminPath('products/families') },
    { title: 'Categories', to: adminPath('products/categories') },
    { title: 'Collections', to: adminPath('products/collections') },
    { title: 'Ingredients', to: adminPath('products/ingredients') },
    { title: 'Information', to: adminPath('products/information') },
    { title: 'Batches', to: adminPath('products/batches') },
    { title: 'Samples', to: adminPath('products/samples') },
    { title: 'Wish lists', to: adminPath('products/wishlists') },
  ].map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))
  return <TabLinks label="Catalog" look={SECTION_TABS} tabs={tabs} />
}
