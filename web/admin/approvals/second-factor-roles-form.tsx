import type { SecondFactorRoles } from '#core/accounts/security/change-second-factor-roles.server.ts'
import { SECOND_FACTOR_ROLES, type SecondFactorRole } from '#core/settings/second-factor-roles.ts'
import { OwnerFields } from '#web/account/security/owner-form.tsx'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { useAdminPath } from '../admin-context.ts'
import { Section } from '../ui/section.tsx'

type Props = { twoStep: SecondFactorRoles }

export function SecondFactorRolesForm({ twoStep: { roles, version } }: Props) {
  return (
    <Section id="two-step" title="Two-step sign-in">
      <p className="max-w-prose">
        People in these roles have to set up two-step sign-in before they can open the back office.
      </p>
      <ActionForm
        action={useAdminPath()('approvals/second-factor?show=settings')}
        noValidate
        preventScrollReset
        className="mt-3 max-w-prose space-y-4"
      >
        <fieldset className="grid gap-x-6 sm:grid-cols-2">
          <legend className="sr-only">Roles that need two-step sign-in</legend>
          <input type="hidden" name="version" value={version} />
          {SECOND_FACTOR_ROLES.map((role) => (
            <Checkbox
              key={role}
              name={`role-${role}`}
              label={ROLE_LABELS[role]}
              defaultChecked={roles.includes(role)}
            />
          ))}
        </fieldset>
        <OwnerFields submitLabel="Save roles" passwordLabel="Your password" allFactors />
      </ActionForm>
    </Section>
  )
}

const ROLE_LABELS: Record<SecondFactorRole, string> = {
  owner: 'Owners',
  manager: 'Managers',
  packer: 'Packers',
  editor: 'Editors',
  bookkeeper: 'Bookkeepers',
  support: 'Support',
}
