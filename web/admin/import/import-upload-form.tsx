import { useLocation, useSearchParams } from 'react-router'
import { CATEGORIES } from '#core/catalog/product.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SmallSelect } from '#web/ui/small-field.tsx'

/** A plain form, so that it works the same with and without scripts. */
export function ImportUploadForm() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const uploadError = params.get('refused')
  return (
    <form
      method="post"
      action={`/storage/imports?back=${encodeURIComponent(pathname)}`}
      encType="multipart/form-data"
      className="max-w-2xl space-y-4 border border-ink/30 border-dashed p-4"
    >
      <SmallSelect
        label="Category for unmatched rows"
        name="category"
        options={[
          { value: '', title: 'None (report an error)' },
          ...CATEGORIES.map((value) => ({ value, title: value })),
        ]}
      />
      <Checkbox name="take_stock" value="yes" label="Overwrite stock of existing products" />
      <div>
        <label htmlFor="import-file" className="block text-ink-soft">
          CSV file (up to 20 MB)
        </label>
        <input
          id="import-file"
          type="file"
          name="file"
          required
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby={uploadError ? 'import-error' : undefined}
          className="mt-1 w-full file:mr-4 file:min-h-9 file:cursor-pointer file:border file:border-ink/40 file:bg-transparent file:px-4"
        />
      </div>
      {uploadError && (
        <p id="import-error" role="alert" className="max-w-prose text-rosewood">
          {uploadError}
        </p>
      )}
      <Button type="submit" size="small">
        Check file
      </Button>
    </form>
  )
}
