import { setNonce } from 'get-nonce'

interface TrustedTypes {
  createPolicy: (name: string, rules: Record<string, (text: string) => string>) => unknown
}

/** The nonce of this answer, written into the page by the server. */
export const nonce = (): string =>
  document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''

/**
 * Makes the kit live under the strict policy: the scroll lock behind dialogs asks `get-nonce`, and the
 * kit's style texts pass a `default` policy that lets nothing through that could be markup. Source:
 * console.md 1.
 */
export function keepStrictPolicy(): void {
  setNonce(nonce())
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup as text is refused.')
      return text
    },
  })
}
