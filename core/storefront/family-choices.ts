import type { Member } from './product-page.server.ts'

export type FamilyChoices = { shades: Member[]; sizes: Member[] }

/** Where each shade and size leads: to the same size or shade if there is one, or else to a member that can be bought. */
export function familyChoices(members: Member[], chosenId: string): FamilyChoices {
  const chosen = members.find(({ id }) => id === chosenId)
  const shades = onePer(members, 'shade', ({ size }) => size === chosen?.size)
  const sizes = onePer(members, 'size', ({ shade }) => shade === chosen?.shade)
  // Without two sizes of one shade, the size is a property of the shade and not a choice.
  return { shades, sizes: members.length > Math.max(1, shades.length) ? sizes : [] }
}

function onePer(
  members: Member[],
  option: 'shade' | 'size',
  isPreferred: (member: Member) => boolean,
): Member[] {
  const groups = Map.groupBy(
    members.filter((member) => member[option] !== null),
    (member) => member[option]?.toLowerCase(),
  )
  return [...groups.values()].flatMap(
    (group) => group.find(isPreferred) ?? group.find(({ inStock }) => inStock) ?? group.slice(0, 1),
  )
}
