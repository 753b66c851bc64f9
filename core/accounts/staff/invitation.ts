export const INVITATION_EXPIRED =
  'This invitation has expired, was already used, or was revoked. Ask the owner of the store for a new one.'
