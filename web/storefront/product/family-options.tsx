import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { FamilyChoices } from '#core/storefront/family-choices.ts'
import type { Member } from '#core/storefront/product-page.server.ts'
import { Link } from '#web/ui/link.tsx'
import { Swatch } from './swatch.tsx'

type Props = { choices: FamilyChoices; chosenId: string }

/** Shades and sizes are links, so that choosing one works without scripts, and Back returns to the one before. */
export function FamilyOptions({ choices: { shades, sizes }, chosenId }: Props) {
  return (
    <>
      <OptionGroup
        title="Shade"
        members={shades}
        nameOf={shadeName}
        chosenId={chosenId}
        picture={shades.every(({ color }) => color) ? shadeSwatch : undefined}
      />
      <OptionGroup title="Size" members={sizes} nameOf={({ size }) => size ?? ''} chosenId={chosenId} />
    </>
  )
}

const shadeSwatch = ({ color, inStock }: Member) => (
  <Swatch color={color ?? ''} soldOut={!inStock} className="size-8" />
)

const shadeName = ({ shade, code }: Member) => [shade, code].filter(Boolean).join(' ')

type OptionGroupProps = {
  title: string
  members: Member[]
  nameOf: (member: Member) => string
  chosenId: string
  /** A picture instead of the name, which then appears beside the title on hover and focus. */
  picture?: ((member: Member) => ReactNode) | undefined
}

function OptionGroup({ title, members, nameOf, chosenId, picture }: OptionGroupProps) {
  const chosen = members.find(({ id }) => id === chosenId)
  if (!chosen) return null
  return (
    <fieldset className="group relative min-w-0 text-small max-md:not-first-of-type:mt-3 md:mt-6">
      <legend>
        <span className="inline-block w-12 text-ink-soft">{title}: </span>
        <span
          aria-live="polite"
          className="group-has-[a:hover]:pointer-fine:opacity-0 group-has-[a:focus-visible]:opacity-0"
        >
          {nameOf(chosen)}
        </span>
      </legend>
      <ul
        className={
          picture
            ? 'mt-1 -ml-1.5 grid md:mt-2 grid-cols-[repeat(auto-fill,2.75rem)] gap-1'
            : 'mt-2 flex flex-wrap gap-2'
        }
      >
        {members.map((member) => (
          <li key={nameOf(member)}>
            <Link
              to={href('/product/:id', { id: member.slug })}
              preventScrollReset
              viewTransition
              prefetch="intent"
              aria-current={member.id === chosenId ? 'true' : undefined}
              className={
                picture ? 'swatch-link' : `${TEXT} ${member.inStock ? '' : 'text-ink-soft line-through'}`
              }
            >
              {picture?.(member)}
              <span className={picture ? 'swatch-name' : ''}>{nameOf(member)}</span>
              {!member.inStock && <span className="sr-only">, sold out</span>}
            </Link>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const TEXT =
  'flex min-h-11 items-center border border-control px-4 transition-colors hover:border-ink/60 aria-[current=true]:border-ink'
