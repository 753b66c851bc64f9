import { useSearchParams } from 'react-router'
import { MAX_TAG_LENGTH, MAX_TAGS } from '#core/customers/tags/tag.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { withParams } from '#web/ui/lists/data-table.tsx'
import { useListParams } from '#web/ui/lists/list-params.ts'
import { Section } from './section.tsx'

/** In a list: each tag filters it. */
export function TagLinks({ tags }: { tags: string[] }) {
  const params = useListParams()
  return tags.map((tag, index) => (
    <span key={tag}>
      {index > 0 && ', '}
      <Link
        to={withParams(params, { tag })}
        className="link-line inline-block max-w-40 truncate align-bottom"
      >
        <bdi>{tag}</bdi>
      </Link>
    </span>
  ))
}

/** Shown above a list that is filtered by a tag. */
export function TagFilter() {
  const [params] = useSearchParams()
  const listParams = useListParams()
  const tag = params.get('tag')
  if (!tag) return null
  return (
    <p className="pb-3">
      Tagged <bdi>“{tag}”</bdi>{' '}
      <Link to={withParams(listParams, { tag: null })} className="link-line ml-2">
        Show all
      </Link>
    </p>
  )
}

/** `action` adds a tag. Below it, `removal` removes one. */
type TagSectionProps = { action: string; tags: string[]; suggestions: string[] }

/** Enter adds a tag, and each has its own button to remove it. */
export function TagSection({ action, tags, suggestions }: TagSectionProps) {
  return (
    <Section title="Tags">
      {tags.length > 0 && (
        <ActionForm action={`${action}/removal`} preventScrollReset className="mb-3">
          <ul className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <button
                  type="submit"
                  name="tag"
                  value={tag}
                  className="inline-flex min-h-7 max-w-full cursor-pointer items-center gap-2 border border-control px-2 hover:border-ink"
                >
                  <span className="sr-only">Remove tag</span>
                  <bdi className="truncate">{tag}</bdi>
                  <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
          </ul>
        </ActionForm>
      )}
      {tags.length < MAX_TAGS ? (
        <ActionForm action={action} preventScrollReset key={tags.join()} className="flex items-end gap-3">
          <TagField label="New tag" suggestions={suggestions} className="min-w-0 grow" />
          <SubmitButton variant="secondary" className="shrink-0">
            Add tag
          </SubmitButton>
        </ActionForm>
      ) : (
        <p className="text-ink-soft">At most {MAX_TAGS} tags.</p>
      )}
    </Section>
  )
}

type TagFieldProps = { label: string; suggestions: string[]; className?: string }

export function TagField({ label, suggestions, className }: TagFieldProps) {
  return (
    <>
      <Field
        label={label}
        name="tag"
        list="tags"
        maxLength={MAX_TAG_LENGTH}
        autoComplete="off"
        className={className}
      />
      <datalist id="tags">
        {suggestions.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  )
}
