/** The secret of an `otpauth://` address in groups of four, as authenticators print it. */
export function secretOf(url: string): string {
  const secret = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('secret') ?? ''
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
