import { ConfirmDetails } from '../ui/confirm-details.tsx'

export function DeleteSelectedFiles() {
  return (
    <div className="sticky bottom-0 border-hairline border-t bg-white py-2">
      <ConfirmDetails
        id="bulk"
        label="Delete selected…"
        question="Are you sure you want to delete these files? They’ll be removed from any products that use them."
        fields={{ act: 'delete-many' }}
        confirmLabel="Delete files"
      />
    </div>
  )
}
