import { z } from 'zod'
import { invalidInput } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'
import type { FamilyDraft } from './family.ts'
import { type OptionValues, optionField, optionSetting, optionValue } from './family-options.ts'

type MemberFamily = Pick<FamilyDraft, 'options' | 'optionSettings'> & { id: string }

/** Names the first row without a value, or with the values of another product. The database checks it too, without a row. */
export async function refuseSameOptions(
  db: Db,
  { id, options, optionSettings }: MemberFamily,
  members: OptionValues[],
  rows: 'members' | 'products',
): Promise<void> {
  const taken = new Set(
    await queryColumn(db, z.string())`select option_key from products where family_id = ${id}`,
  )
  for (const [index, member] of members.entries()) {
    const values = options.map((option) => optionValue(option, member))
    for (const [place, option] of options.entries())
      if (!values[place]) {
        const { name } = optionSetting(option, optionSettings)
        throw invalidInput(`${rows}.${index}.${optionField(option)}`, `Enter the ${name.toLowerCase()}.`)
      }
    const key = values.join('/').toLowerCase()
    if (taken.has(key)) {
      const [first = 'shade'] = options
      throw invalidInput(
        `${rows}.${index}.${optionField(first)}`,
        `Another product of this family is already ${values.join(', ')}.`,
      )
    }
    taken.add(key)
  }
}
