import { Ask } from './ask.tsx'

/** For the files that are ticked: asked once for all of them. */
export function DeleteMany() {
  return (
    <div className="sticky bottom-0 border-hairline border-t bg-white py-2">
      <Ask
        id="bulk"
        open="Delete what is ticked…"
        question="Are you sure you want to delete these files? Products that show one of them lose it."
        fields={{ act: 'delete-many' }}
        yes="Delete Files"
      />
    </div>
  )
}
