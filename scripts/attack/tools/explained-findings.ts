/** Findings that were read and are not vulnerabilities. A finding that matches none of these fails the run. */
export const EXPLAINED_FINDINGS: { tool: string; finding: RegExp; reason: string }[] = [
  {
    tool: 'ffuf',
    finding: /^200 for \/\.data$/,
    reason: 'The data of the home page, which React Router serves at this path. No file is read.',
  },
  {
    tool: 'ffuf',
    finding: /^202 for \/admin\/orders\.data$/,
    reason: 'A redirect to the sign-in page, as React Router encodes it: server/policies.test.ts.',
  },
  {
    tool: 'testssl',
    finding:
      /cert_chain_of_trust|cert_trust|cert_caIssuers|cert_ocsp|OCSP|CRL|DNS_CAArecord|self signed|cert_notAfter|cert_validityPeriod/i,
    reason: 'The test creates its own certificate. A store gets one from a certificate authority.',
  },
  {
    tool: 'testssl',
    finding: /BREACH/,
    reason:
      'Responses are compressed, but no page repeats a request beside a secret: sessions are HttpOnly cookies, forms have no tokens, and SameSite=Lax keeps cookies out of the requests that BREACH needs.',
  },
  {
    tool: 'wapiti',
    finding: /^Cross Site Request Forgery: .*Lack of anti CSRF token/,
    reason:
      'Forms have no token. Writes are refused by Sec-Fetch-Site and Origin, and cookies are SameSite=Lax: server/http/same-origin.test.ts.',
  },
  {
    tool: 'wapiti',
    finding: /X-XSS-Protection/,
    reason:
      'Browsers have removed this filter; it created vulnerabilities. The content security policy replaces it.',
  },
  {
    tool: 'wapiti',
    finding: /Strict-Transport-Security/,
    reason:
      'The tool reads the store over plain HTTP. Over TLS the header is set: server/http/response.test.ts.',
  },
  {
    tool: 'wapiti',
    finding: /Secure Flag cookie|Secure flag is not set/i,
    reason:
      'The tool reads the store over plain HTTP. Over TLS cookies are Secure and __Host-: core/accounts/sessions/sessions.server.test.ts.',
  },
]
