import { useCallback } from 'react'
import { useKept } from './kept.ts'

/** 128 random bits as text. `crypto.randomUUID` is absent where the console is served without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * One key for one confirmation sheet: made when it opens, kept over every retry, `renew` after it was
 * answered. It outlives the end of the session as the form does: what went out once is not done twice.
 */
export function useIdempotencyKey(name = 'form'): { readonly key: string; readonly renew: () => void } {
  const [key, setKey] = useKept(`${name}:key`, newIdempotencyKey, false)
  return { key, renew: useCallback(() => setKey(newIdempotencyKey()), [setKey]) }
}
