import type { PersonalTable } from './data-classes.ts'

const OWN_ID = 'The account’s ID, which is the same in every row'

/** Only with consent. */
export const HEALTH_DATA: Record<string, PersonalTable> = {
  avoid_lists: {
    name: 'avoid_list',
    holds: 'Groups of ingredients that the customer avoids, and the consent to storing them',
    class: 'health',
    owner: { account: 'profile_id' },
    exported: 'groups consent consented_at updated_at',
    withheld: { profile_id: OWN_ID },
    retention: 'Until the list or the account is deleted',
  },
  avoid_list_ingredients: {
    name: 'avoid_list_ingredients',
    holds: 'Ingredients that the customer avoids',
    class: 'health',
    owner: { account: 'profile_id' },
    exported: 'substance_id',
    expressions: {
      substance_id: `(select jsonb_build_object('id', s.id, 'name', s.name) from substances s where s.id = substance_id)`,
    },
    withheld: { profile_id: OWN_ID },
    retention: 'Until it is removed, or the list or the account is deleted',
  },
}
