import { z } from 'zod'
import { invalidInput } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'
import { formatSize } from '../size.ts'
import type { FamilyOption, MemberOptions } from './family.ts'

type NewMember = Pick<MemberOptions, 'shadeName' | 'sizeQuantity' | 'sizeUnit'>

/** Names the first row without a shade or size, or with those of another product. The database checks it too, without a row. */
export async function refuseSameOptions(
  db: Db,
  family: { id: string; options: FamilyOption[] },
  members: NewMember[],
  rows: 'members' | 'products',
): Promise<void> {
  const taken = new Set(
    await queryColumn(db, z.string())`select option_key from products where family_id = ${family.id}`,
  )
  for (const [index, { shadeName, sizeQuantity, sizeUnit }] of members.entries()) {
    const size = formatSize({ sizeQuantity, sizeUnit })
    const refuse = (field: string, message: string) => {
      throw invalidInput(`${rows}.${index}.${field}`, message)
    }
    if (family.options.includes('shade') && !shadeName) refuse('shadeName', 'Enter the shade.')
    if (family.options.includes('size') && !size) refuse('sizeQuantity', 'Enter the size.')
    const values = { shade: shadeName?.toLowerCase(), size }
    const key = family.options.map((option) => values[option]).join('/')
    if (taken.has(key))
      refuse(
        family.options.includes('shade') ? 'shadeName' : 'sizeQuantity',
        `Another product of this family is already ${family.options
          .map((option) => ({ shade: shadeName, size })[option])
          .join(', ')}.`,
      )
    taken.add(key)
  }
}
