/** The approved action is no longer possible. */
export class ActionRefused extends Error {}

export class RequesterLostAccess extends Error {}
