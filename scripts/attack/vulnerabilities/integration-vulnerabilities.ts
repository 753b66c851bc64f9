// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const INTEGRATION_VULNERABILITIES: Defect[] = [
  {
    name: 'a revoked API key still works',
    edits: [
      { file: 'core/accounts/api-keys/key-actor.server.ts', find: ' and revoked_at is null', replace: '' },
    ],
    test: 'core/accounts/api-keys/api-keys.server.test.ts',
    testName: 'wrong, expired, and revoked keys get the same answer, at once on every node',
  },
  {
    name: 'nobody learns of the API keys of someone who left before keys were revoked with the role',
    edits: [
      {
        file: 'core/accounts/staff/creator-access.ts',
        find: "where creator.role = 'admin'\n",
        replace: 'where creator.role is not null\n',
      },
    ],
    test: 'core/readiness/integrations.server.test.ts',
    testName: 'an active key or webhook of someone who is no longer an owner is a warning, and marked',
  },
  {
    name: 'an API key outlives its date',
    edits: [
      {
        file: 'core/accounts/api-keys/key-actor.server.ts',
        find: ' and (expires_at is null or expires_at > ${now})',
        replace: '',
      },
    ],
    test: 'core/accounts/api-keys/api-keys.server.test.ts',
    testName: 'wrong, expired, and revoked keys get the same answer, at once on every node',
  },
  {
    name: 'API keys are stored as they are',
    edits: [
      { file: 'core/accounts/api-keys/api-keys.server.ts', find: '${hashToken(key)}', replace: '${key}' },
      {
        file: 'core/accounts/api-keys/key-actor.server.ts',
        find: '${hashToken(token)}',
        replace: '${token}',
      },
    ],
    test: 'core/accounts/api-keys/api-keys.server.test.ts',
    testName: 'a key is shown once, works as a bearer token, and its actions name it in the audit log',
  },
  {
    name: 'an API key acts beyond its scopes',
    edits: [
      {
        file: 'core/permissions/permissions.ts',
        find: 'return actor.permissions.includes(permission)',
        replace: 'return true',
      },
    ],
    test: 'core/accounts/api-keys/api-keys.server.test.ts',
    testName: 'a key acts for nobody: without the scope, and for what belongs to accounts, it is refused',
  },
  {
    name: 'a scope lets an API key change roles',
    edits: [
      {
        file: 'core/permissions/scopes.ts',
        find: "permissions: ['customers.view']",
        replace: "permissions: ['customers.view', 'staff.edit']",
      },
    ],
    test: 'core/accounts/api-keys/api-keys.server.test.ts',
    testName: 'no scope includes staff, keys, or settings, and each scope maps to known permissions',
  },
  {
    name: 'an API key sends any number of requests',
    edits: [
      {
        file: 'server/http/limits/key-budget.ts',
        find: '...(period.requests > max &&',
        replace: '...(max < 0 &&',
      },
    ],
    test: 'core/accounts/api-keys/api-keys.server.test.ts',
    testName: 'a key has a limit of its own, and each response says what is left',
  },
  {
    name: 'a webhook goes to an address of the private network',
    edits: [
      {
        file: 'core/webhooks/post-webhook.server.ts',
        find: '  if (isIP(literal) && !isAllowedTarget(literal, options)) throw',
        replace: '  if (!literal) throw',
      },
    ],
    test: 'core/webhooks/post-webhook.server.test.ts',
    testName: 'nothing is sent to private addresses, however they are written',
  },
  {
    name: 'a webhook goes to a private address that is mapped or translated to IPv6',
    edits: [
      {
        file: 'core/webhooks/target-address.server.ts',
        find: '  if (isV6 && !GLOBAL_IPV6.check(address, family)) return false\n',
        replace: '',
      },
      { file: 'core/webhooks/target-address.server.ts', find: "  ['2002::', 16],\n", replace: '' },
    ],
    test: 'core/webhooks/post-webhook.server.test.ts',
    testName: 'nothing is sent to private addresses, however they are written',
  },
  {
    name: 'a webhook’s name leads into the private network',
    edits: [
      {
        file: 'core/webhooks/target-address.server.ts',
        find: '      if (forbidden) return callback',
        replace: '      if (!addresses) return callback',
      },
    ],
    test: 'core/webhooks/post-webhook.server.test.ts',
    testName:
      'a name with one private address is refused, and a name that changes is connected to what was checked',
  },
  {
    name: 'a private address is saved for a webhook',
    edits: [
      {
        file: 'core/webhooks/public-target.server.ts',
        find: 'if (addresses.some((address) => !isAllowedTarget(address, rules)))',
        replace: 'if (addresses.includes(hostname) && !rules)',
      },
    ],
    test: 'core/webhooks/endpoints.server.test.ts',
    testName: 'an address that can’t receive webhooks is refused at its field',
  },
  {
    name: 'a webhook to a host outside the list is saved',
    edits: [
      {
        file: 'core/webhooks/public-target.server.ts',
        find: 'if (!isAllowedHost(hostname, rules))',
        replace: 'if (!isAllowedHost(hostname, { ...rules, hosts: undefined }))',
      },
    ],
    test: 'core/webhooks/endpoints.server.test.ts',
    testName: 'with a list of hosts, no other is saved',
  },
  {
    name: 'a webhook is sent to a host outside the list',
    edits: [
      {
        file: 'core/webhooks/post-webhook.server.ts',
        find: 'if (!isAllowedHost(target.hostname, options))',
        replace: 'if (!isAllowedHost(target.hostname, { ...options, hosts: undefined }))',
      },
    ],
    test: 'core/webhooks/post-webhook.server.test.ts',
    testName: 'with a list of hosts, nothing is sent to others',
  },
  {
    name: 'webhooks are sent without encryption',
    edits: [
      {
        file: 'core/webhooks/endpoint-url.ts',
        find: "  if (url.protocol === 'http:' && !allowHttp)\n",
        replace: "  if (url.protocol === '' && !allowHttp)\n",
      },
    ],
    test: 'core/webhooks/endpoints.server.test.ts',
    testName: 'an address that can’t receive webhooks is refused at its field',
  },
  {
    name: 'a receiver of webhooks fills the memory',
    edits: [
      {
        file: 'core/webhooks/post-webhook.server.ts',
        find: '      if (size >= MAX_RESPONSE_BYTES) break\n',
        replace: '',
      },
    ],
    test: 'core/webhooks/post-webhook.server.test.ts',
    testName: 'an answer of 50 MB is cut off',
  },
  {
    name: 'a former signing secret stays valid',
    edits: [
      {
        file: 'core/webhooks/deliver-webhooks.server.ts',
        find: 'case when e.previous_secret_until > now() then e.previous_secret end',
        replace: 'e.previous_secret',
      },
    ],
    test: 'core/webhooks/deliver-webhooks.server.test.ts',
    testName: 'a new secret signs at once, and the earlier one for another day',
  },
  {
    name: 'signing secrets are stored as they are',
    edits: [
      {
        file: 'core/webhooks/endpoint-secrets.server.ts',
        find: 'return encrypt(secret, settings.secret)',
        replace: 'return secret',
      },
      {
        file: 'core/webhooks/endpoint-secrets.server.ts',
        find: 'text ? [decrypt(text, settings)] : []',
        replace: "text ? [text.startsWith('whsec_') ? text : decrypt(text, settings)] : []",
      },
    ],
    test: 'core/webhooks/deliver-webhooks.server.test.ts',
    testName: 'a signing secret is encrypted in the database',
  },
  {
    name: 'a webhook isn’t bound to its time',
    edits: [
      {
        file: 'core/webhooks/webhook-signature.server.ts',
        find: '`${id}.${timestamp}.${body}`',
        replace: '`${id}.${body}`',
      },
    ],
    test: 'core/webhooks/deliver-webhooks.server.test.ts',
    testName: 'a delivery is signed as Standard Webhooks defines it, and recorded with its response',
  },
  {
    name: 'a link in a page runs a script',
    edits: [
      {
        file: 'core/content/rich-text.ts',
        find: 'z.string().refine(isSafeLink, SAFE_LINK_HINT)',
        replace: 'z.string()',
      },
    ],
    test: 'core/content/rich-text.test.ts',
    testName: 'refuses the link',
  },
  {
    name: 'a link in a page that starts like one of the store leads elsewhere',
    edits: [
      {
        file: 'core/content/safe-link.ts',
        find: "  if (!link || link.length > MAX_LENGTH || UNSAFE_CHARACTERS.test(link)) return false\n  if (link.startsWith('/')) return isStorePath(link)",
        replace:
          "  if (!link || link.length > MAX_LENGTH) return false\n  if (link.startsWith('/')) return true",
      },
    ],
    test: 'core/content/rich-text.test.ts',
    testName: 'refuses the link',
  },
  {
    name: 'a picture in a page is loaded from another site',
    edits: [
      {
        file: 'core/content/rich-text.ts',
        find: "z.string().refine(isPictureId, 'Choose a picture from Media.')",
        replace: 'z.string()',
      },
    ],
    test: 'core/content/rich-text.test.ts',
    testName: 'refuses a picture that isn’t in Media, and a product ID that isn’t one',
  },
  {
    name: 'deeply nested content exhausts the stack',
    edits: [
      {
        file: 'core/content/rich-text.ts',
        find: '    if (level > depth * 2) return',
        replace: '    if (level < 0) return',
      },
    ],
    test: 'core/content/rich-text.test.ts',
    testName: 'deep nesting is refused without exhausting the stack',
  },
  {
    name: 'a draft is public',
    edits: [
      {
        file: 'core/content/published/published-content.server.ts',
        find: 'i.slug = ${slug} and v.number = i.published_number',
        replace: 'i.slug = ${slug} and v.number = i.draft_number',
      },
    ],
    test: 'core/content/content.server.test.ts',
    testName: 'a page is a draft until it is published, and a newer draft changes nothing for shoppers',
  },
  {
    name: 'customers change the store’s pages',
    edits: [
      {
        file: 'core/permissions/permissions.ts',
        find: '  const user = requireStaff(actor)\n  if (!hasPermission(user, permission)) throw missingPermission(permission)\n  return user',
        replace: '  return actor as SignedInActor',
      },
    ],
    test: 'core/content/content.server.test.ts',
    testName: 'only staff who may edit content can',
  },
]
