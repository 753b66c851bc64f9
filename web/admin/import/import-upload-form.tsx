import { useState } from 'react'
import { useLocation } from 'react-router'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useCategoryOptions } from '../categories/category-options.ts'
import { Can } from '../ui/can.tsx'
import { ImportFileField } from './import-file-field.tsx'

/** A plain form, so that it works the same with and without scripts. */
export function ImportUploadForm({ error }: { error: string | null }) {
  const { pathname } = useLocation()
  // The list of imports reloads, and then the error is gone from the loader's data.
  const [uploadError] = useState(error)
  return (
    <form
      method="post"
      action={`/storage/imports?back=${encodeURIComponent(pathname)}`}
      encType="multipart/form-data"
      className="max-w-2xl space-y-4 border border-control border-dashed p-4"
    >
      <Select
        label="Category for unmatched rows"
        name="category"
        options={[['', 'None (report an error)'], ...useCategoryOptions()]}
      />
      <Checkbox
        name="create_categories"
        value="yes"
        label="Create categories and collections that the store doesn’t have"
      />
      <Can to="media.edit">
        <Checkbox
          name="fetch_pictures"
          value="yes"
          label="Fetch pictures from the addresses in the file"
          defaultChecked
        />
      </Can>
      <Can to="stock.edit">
        <Checkbox name="take_stock" value="yes" label="Overwrite stock of existing products" />
      </Can>
      <ImportFileField
        label="CSV file (up to 20 MB), or ZIP of pictures (up to 100 MB)"
        accept=".csv,.tsv,.txt,text/csv,.zip,application/zip"
        error={uploadError}
      />
      <SubmitButton>Check file</SubmitButton>
    </form>
  )
}
