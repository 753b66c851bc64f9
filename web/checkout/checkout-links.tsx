import { href, useRouteLoaderData } from 'react-router'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { telUrl } from '../storefront/customer-service.tsx'
import type { loader } from '../storefront/layout.tsx'
import { HEADER_LINK } from '../storefront/store-link.tsx'
import { Link } from '../ui/link.tsx'

/** In the header, where styles hide everything but the brand: nothing else leads away from the order. */
export function CheckoutLinks() {
  const phone = useRouteLoaderData<typeof loader>('storefront/layout')?.store.support.phone
  return (
    <p className="checkout-links mx-auto flex max-w-page items-center justify-end gap-x-4 px-gutter text-small md:gap-x-8">
      <Link to={href('/cart')} className={HEADER_LINK}>
        Back to cart
      </Link>
      {phone && (
        <Link
          to={telUrl(phone)}
          className={`tabular max-md:-mr-3 max-md:min-w-11 max-md:justify-center ${HEADER_LINK}`}
        >
          <PhoneIcon />
          <span className="max-md:sr-only">{phone}</span>
        </Link>
      )}
    </p>
  )
}

function PhoneIcon() {
  return (
    <LineIcon className="md:hidden">
      <path d="M4 2.5h3l1.5 4-2 1.5a9 9 0 0 0 5.5 5.5l1.5-2 4 1.5v3c0 1-.8 1.5-1.5 1.5A14 14 0 0 1 2.5 4c0-.8.6-1.5 1.5-1.5Z" />
    </LineIcon>
  )
}
