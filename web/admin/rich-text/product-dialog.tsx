import { useFetcher } from 'react-router'
import { Dialog } from '#web/ui/dialog.tsx'
import type { loader } from '../products/products.tsx'
import { LibrarySearch } from '../ui/library-search.tsx'
import { insertNode } from './editor-commands.ts'
import type { EditorDialogProps } from './editor-dialog.ts'
import { NODES } from './editor-schema.ts'

export function ProductDialog({ library, run, onClose }: EditorDialogProps) {
  const { data, load } = useFetcher<typeof loader>()
  function insert(id: string, name: string) {
    library.products[id] = name
    onClose()
    run(insertNode(NODES.product, { id }))
  }
  return (
    <Dialog title="Choose a product" role="dialog" onClose={onClose}>
      <LibrarySearch
        path="products"
        label="Search products"
        load={load}
        pages={data}
        isLoading={!data}
        onClose={onClose}
      >
        {data?.rows.length === 0 && <p className="py-6 text-ink-soft">No products match.</p>}
        {data && data.rows.length > 0 && (
          <ul aria-label="Products" className="divide-y divide-hairline border-hairline border-y">
            {data.rows.map(({ id, name, brand, status }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => insert(id, name)}
                  className="flex min-h-11 w-full cursor-pointer items-baseline justify-between gap-4 px-1 py-2 text-left hover:bg-paper-deep"
                >
                  <span>{name}</span>
                  <span className="text-ink-soft">{status === 'published' ? brand : 'Not published'}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </LibrarySearch>
    </Dialog>
  )
}
