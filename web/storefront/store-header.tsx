import type { NavigationLink } from '#core/content/navigation/navigation.server.ts'
import type { Region, RegionCode } from '#core/regions/regions.ts'
import type { StoreIdentity } from '#core/settings/store-identity.server.ts'
import { Link } from '#web/ui/link.tsx'
import { CartBadge } from '../cart/cart-badge.tsx'
import { AccountLinks } from './account-links.tsx'
import { CategoryLinks } from './category-links.tsx'
import { CUSTOMER_SERVICE_ID } from './customer-service.tsx'
import { MENU_BUTTON_ID, MenuButton, MenuSheet } from './menu-sheet.tsx'
import { RegionSelect } from './region/region-select.tsx'
import { SearchBox } from './search/search-box.tsx'
import { HEADER_LINK, StoreLink } from './store-link.tsx'

type Props = {
  region: Region
  regions: RegionCode[]
  store: StoreIdentity
  links: NavigationLink[]
}

/** Rendering waits for the menu button, the last item, because each item's position depends on the others. */
export function StoreHeader({ region, regions, store, links }: Props) {
  return (
    <header className="border-hairline border-b">
      <link rel="expect" href={`#${MENU_BUTTON_ID}`} blocking="render" />
      <div className="store-header mx-auto flex max-w-page flex-wrap items-center px-gutter text-small">
        <BrandLink {...store} />
        <MenuSheet>
          <nav aria-label="Main">
            <ul className="flex max-xl:flex-col max-xl:font-display max-xl:text-title xl:gap-x-6">
              {links.map(({ path, title }) => (
                <li key={path}>
                  <StoreLink to={path}>{title}</StoreLink>
                </li>
              ))}
            </ul>
            <CategoryLinks className="mt-6 text-body xl:hidden" />
          </nav>
          <div className="flex gap-x-5 max-xl:mt-auto max-xl:flex-col max-xl:gap-y-1 max-xl:border-hairline max-xl:border-t max-xl:pt-8 max-xl:text-body xl:ml-auto xl:flex-wrap xl:items-center xl:justify-end min-[90rem]:gap-x-6">
            <button type="button" popoverTarget={CUSTOMER_SERVICE_ID} className={`${HEADER_LINK} text-left`}>
              Customer Service
            </button>
            <RegionSelect region={region} regions={regions} />
            <nav aria-label="Account">
              <AccountLinks />
            </nav>
          </div>
        </MenuSheet>
        <SearchBox />
        <StoreLink to="/cart">
          <CartBadge />
        </StoreLink>
        <MenuButton />
      </div>
    </header>
  )
}

function BrandLink({ name, tagline, logo }: StoreIdentity) {
  return (
    <Link to="/" className="leading-none xl:min-w-50">
      {logo ? (
        <img src={logo} alt={name} className="h-8 max-w-50" />
      ) : (
        <span className="block font-display text-name tracking-tight">{name}</span>
      )}
      <span className="label mt-1 block text-ink-soft md:mt-1.5">{tagline}</span>
    </Link>
  )
}
