import { useCallback, useState } from 'react'

/** 128 random bits as text. `crypto.randomUUID` is absent where the console is served without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * One key for one confirmation sheet: made when it opens, kept over every retry, `renew` after it was
 * answered.
 */
export function useIdempotencyKey(): { readonly key: string; readonly renew: () => void } {
  const [key, setKey] = useState(newIdempotencyKey)
  return { key, renew: useCallback(() => setKey(newIdempotencyKey()), []) }
}
