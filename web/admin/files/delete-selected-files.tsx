import { ConfirmDetails } from '../ui/confirm-details.tsx'

/** For the files that are ticked: asked once for all of them. */
export function DeleteSelectedFiles() {
  return (
    <div className="sticky bottom-0 border-hairline border-t bg-white py-2">
      <ConfirmDetails
        id="bulk"
        label="Delete what is ticked…"
        question="Are you sure you want to delete these files? Products that show one of them lose it."
        fields={{ act: 'delete-many' }}
        confirmLabel="Delete Files"
      />
    </div>
  )
}
