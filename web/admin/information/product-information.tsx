import { FormNotice } from '#web/forms/form-notice.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/product-information'
import { InformationForm } from './information-form.tsx'
import { informationForms } from './information-forms.ts'
import { loadInformation } from './load-information.ts'

export const meta = adminMeta('Product information')

export const loader = ({ context, pattern, params }: Route.LoaderArgs) =>
  loadInformation(requireAdmin({ context, pattern }), { kind: 'product', id: params.id })

export const action = adminAction(informationForms('product'), 'Information not saved')

export default function ProductInformation({ loaderData }: Route.ComponentProps) {
  const { subject, source, edition } = loaderData.information
  const path = useAdminPath()(`products/${subject.id}/information`)
  return (
    <>
      <ScreenHeader title={`${subject.name}: information`} lead={<Source {...loaderData} />}>
        <HeaderLink to={`products/${subject.id}`}>Edit product</HeaderLink>
        <HeaderLink to="products/information">Product information</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <div className="space-y-10">
        <InformationForm key={edition} action={path} {...loaderData} />
        {source === 'product' && subject.familyId && (
          <ConfirmDetails
            label="Use the family’s information…"
            question="The product’s own information is deleted, and its page states the family’s."
            action={`${path}/delete`}
            fields={{ edition: String(edition) }}
            confirmLabel="Use the family’s information"
          />
        )}
      </div>
    </>
  )
}

function Source({ information: { subject, source } }: Route.ComponentProps['loaderData']) {
  if (!subject.familyId) return 'What the law wants shoppers, customs, and authorities to know.'
  const family = (
    <AdminLink to={`products/families/${subject.familyId}/information`}>{subject.familyName}</AdminLink>
  )
  if (source === 'product') return <>This product has its own, instead of that of its family {family}.</>
  return <>Shared by the products of {family}. If you save this form, this product gets its own.</>
}
