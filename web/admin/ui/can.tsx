import { createContext, type ReactNode, useContext } from 'react'
import type { Permission } from '#core/permissions/permissions.ts'

const Permissions = createContext<readonly Permission[]>([])

/** Set by both layouts. The server checks each request; this only hides what it would refuse. */
export const PermissionsProvider = Permissions.Provider

export type Can = (permission: Permission) => boolean

export function useCan(): Can {
  const permissions = useContext(Permissions)
  return (permission) => permissions.includes(permission)
}

export function IfAllowed({ to, children }: { to: Permission; children: ReactNode }) {
  return useCan()(to) ? children : null
}
