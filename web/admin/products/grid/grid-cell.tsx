import { type ComponentProps, type FormEvent, useRef } from 'react'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { type Option, Options } from '#web/ui/fields/options.tsx'
import { PUBLISH_STATUS_LABELS, PUBLISH_STATUS_OPTIONS } from '../product-labels.ts'
import { type GridField, gridCells } from './product-grid-cells.ts'

const CELL_CLASS =
  'h-8 w-full cursor-text border-control border-b bg-transparent px-1 outline-offset-0 hover:border-ink aria-invalid:border-rosewood'
const COLUMN_WIDTHS: Record<GridField, string> = {
  shadeName: 'lg:w-26',
  shadeCode: 'lg:w-10',
  shadeColor: 'lg:w-18',
  shadeFinish: 'lg:w-16',
  size: 'lg:w-14',
  option1: 'lg:w-26',
  option2: 'lg:w-26',
  option3: 'lg:w-26',
  category: 'lg:w-28 xl:w-44',
  price: 'lg:w-14 lg:text-right',
  originalPrice: 'lg:w-16 lg:text-right xl:w-20',
  sku: 'lg:w-22',
  barcode: 'lg:w-30',
  stock: 'lg:w-12 lg:text-right',
  featured: 'lg:w-14 xl:w-16',
  status: 'lg:w-24',
}

type Props = { product: AdminProduct; field: GridField; label: string; options?: readonly Option[] }

export function GridCell({ product, field, label, options }: Props) {
  const { fields, values } = useFieldStates()
  const name = `${product.id}.${field}`
  const savedValue = gridCells(product)[field]
  const error = fields?.[name]
  const inputProps = {
    name,
    'data-saved': savedValue,
    defaultValue: values?.[name] ?? savedValue,
    'aria-label': `${label} of ${product.name}`,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
    autoComplete: 'off',
    className: `tabular ${CELL_CLASS} ${COLUMN_WIDTHS[field]}`,
  }
  // A new saved value changes the key, so the cell remounts and shows it.
  const key = `${name}:${savedValue}:${field === 'stock' ? product.stock : ''}`
  return (
    <span className="max-lg:grid max-lg:grid-cols-[8rem_1fr] max-lg:items-center">
      <span aria-hidden="true" className="lg:hidden">
        {field === 'stock' ? `Adjust stock (${product.stock})` : label}
      </span>
      {options ? (
        <select key={key} {...inputProps}>
          <Options options={options} />
        </select>
      ) : field === 'shadeColor' ? (
        <ColorInput key={key} pickerLabel={`Pick the color of ${product.name}`} {...inputProps} />
      ) : (
        <input key={key} {...inputProps} {...INPUT_PROPS[field]} />
      )}
      {error && (
        <span
          id={`${name}-error`}
          className="block min-w-[16ch] max-w-[28ch] text-rosewood max-lg:col-start-2"
        >
          {error}
        </span>
      )}
    </span>
  )
}

const INPUT_PROPS: Partial<Record<GridField, ComponentProps<'input'>>> = {
  stock: { inputMode: 'text', placeholder: '±' },
  price: { inputMode: 'decimal' },
  originalPrice: { inputMode: 'decimal' },
  barcode: { inputMode: 'numeric' },
}

/** The text is what counts; the picker shows it and fills it in. */
function ColorInput({ pickerLabel, ...props }: ComponentProps<'input'> & { pickerLabel: string }) {
  const text = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  function fillText(event: FormEvent<HTMLInputElement>) {
    if (!text.current) return
    text.current.value = event.currentTarget.value
    text.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  function fillPicker(event: FormEvent<HTMLInputElement>) {
    if (picker.current && isColor(event.currentTarget.value)) picker.current.value = event.currentTarget.value
  }
  const initialColor = String(props.defaultValue)
  return (
    <span className="flex items-center gap-1">
      <input
        ref={picker}
        type="color"
        defaultValue={isColor(initialColor) ? initialColor : '#ffffff'}
        aria-label={pickerLabel}
        onInput={fillText}
        className="size-7 shrink-0 cursor-pointer bg-transparent p-0"
      />
      <input ref={text} {...props} placeholder="#8c3a4f" spellCheck={false} onInput={fillPicker} />
    </span>
  )
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export function StockCell({ product }: { product: AdminProduct }) {
  return (
    <span className="flex items-center gap-3 max-lg:block">
      <span className="tabular w-8 text-right max-lg:hidden">{product.stock}</span>
      <GridCell product={product} field="stock" label={`Stock adjustment, ${product.stock} in stock`} />
    </span>
  )
}

export function StatusCell({ product }: { product: AdminProduct }) {
  return <GridCell product={product} field="status" label="Status" options={PUBLISH_STATUS_OPTIONS} />
}

type RowFieldsProps = { product: AdminProduct; gridFields: readonly GridField[] }

/** The saved cells of a row, and the error of the row as a whole. On a phone, the row opens to its cells. */
export function GridRowFields({ product, gridFields }: RowFieldsProps) {
  const { id, edition } = product
  const error = useFieldStates().fields?.[`${id}.row`]
  const cells = gridCells(product)
  return (
    <>
      <input type="hidden" name="row" value={id} />
      <input type="hidden" name={`${id}.edition`} value={edition} />
      <input
        type="hidden"
        name={`${id}.was`}
        value={JSON.stringify(Object.fromEntries(gridFields.map((field) => [field, cells[field]])))}
      />
      <span className="-my-2 flex items-center justify-between gap-4 lg:hidden">
        <span className="tabular text-ink-soft">
          {`$${cells.price} · ${product.stock} in stock · ${PUBLISH_STATUS_LABELS[product.status]}`}
        </span>
        <label className="link-line flex min-h-10 cursor-pointer items-center gap-2">
          <input type="checkbox" data-row-open className="size-4 accent-rosewood" />
          Edit<span className="sr-only"> {product.name}</span>
        </label>
      </span>
      {error && (
        <span role="alert" className="block max-w-[48ch] text-rosewood">
          {error}
        </span>
      )}
    </>
  )
}
