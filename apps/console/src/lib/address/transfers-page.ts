import type { Requires } from '@khlang/contract/kit/permissions.ts'
import { hrefOf } from './navigation.tsx'

/**
 * Where a transfer between own accounts is found: by who may approve it among all of them, by who may ask for
 * one below the form. The first that a person may open is theirs.
 * @param isToDecide where it waits for an approval, it opens where that is given
 */
export const transferPages = (id: string | undefined, isToDecide = false) =>
  [
    approving(id, isToDecide ? undefined : 'all'),
    {
      path: '/payment-auto/transfer',
      href: hrefOf({ to: '/payment-auto/transfer', search: { open: id } }),
    },
  ] as const

function approving(open: string | undefined, tab: 'all' | undefined) {
  const path = '/payment-auto/approve-transfer'
  return { path, href: hrefOf({ to: path, search: { tab, open } }) } as const
}

/** The same for one person; undefined where they may open neither. */
export function transferHref(
  id: string,
  allows: (requires: Requires | undefined) => boolean,
): string | undefined {
  const [ofApprovers, ofMakers] = transferPages(id)
  if (allows({ paymentAutoTransfer: ['isUpdate'] })) return ofApprovers.href
  return allows({ paymentAutoTransfer: ['isCreate'] }) ? ofMakers.href : undefined
}
