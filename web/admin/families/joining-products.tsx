import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { CUSTOM_OPTIONS, type FamilyOptions, optionSetting } from '#core/catalog/families/family-options.ts'
import { formatSize } from '#core/catalog/size.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { AdminLink } from '../ui/admin-link.tsx'

type Props = FamilyOptions & { products: AdminProduct[]; areChosen?: boolean }

/** Products to choose for a family, each with what tells it from the others. */
export function JoiningProducts({ products, areChosen = false, ...familyOptions }: Props) {
  return (
    <ul aria-label="Products to add" className="border-hairline border-t">
      {products.map((product) => (
        <li key={product.id} className="border-hairline border-b py-2">
          {product.familyId === null ? (
            <JoiningProduct product={product} isChosen={areChosen} {...familyOptions} />
          ) : (
            <p className="text-ink-soft">
              {product.name} is already in the family{' '}
              <AdminLink to={`products/families/${product.familyId}`}>{product.familyName}</AdminLink>. Remove
              it from that family first.
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

type JoiningProductProps = FamilyOptions & { product: AdminProduct; isChosen: boolean }

function JoiningProduct({ product, options, optionSettings, isChosen }: JoiningProductProps) {
  const { id, name, sku } = product
  return (
    <>
      <input type="hidden" name="product" value={id} />
      <Checkbox name={`${id}.joins`} label={sku ? `${name} (${sku})` : name} defaultChecked={isChosen} />
      <div className="flex flex-wrap gap-x-6 pl-9">
        {options.includes('shade') && (
          <Field
            label={`Shade of ${name}`}
            name={`${id}.shadeName`}
            defaultValue={product.shadeName ?? ''}
            className="min-w-0 flex-1"
          />
        )}
        {options.includes('size') && (
          <Field
            label={`Size of ${name}`}
            name={`${id}.size`}
            placeholder="30 ml"
            defaultValue={formatSize(product)}
            className="min-w-0 flex-1"
          />
        )}
        {CUSTOM_OPTIONS.filter((option) => options.includes(option)).map((option) => (
          <Field
            key={option}
            label={`${optionSetting(option, optionSettings).name} of ${name}`}
            name={`${id}.${option}`}
            defaultValue={product[option] ?? ''}
            className="min-w-0 flex-1"
          />
        ))}
      </div>
    </>
  )
}
