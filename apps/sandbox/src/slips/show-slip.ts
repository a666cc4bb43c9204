import { setTimeout as sleep } from 'node:timers/promises'
import type { MemberSite } from '../members.ts'
import type { Moved, World } from '../world.ts'
import { slipPicture } from './picture.ts'
import { slipsOf } from './slips.ts'

const patienceMs = 3000

/** A member who waits for their money shows the slip of it at the site. A wallet gives none. */
export async function showSlip(
  { world, site }: { readonly world: World; readonly site: MemberSite },
  memberId: string,
  moved: Moved,
): Promise<void> {
  const slip = slipsOf(world).find(
    ({ to, amountMinor }) => to.accountNo === moved.accountNo && amountMinor === moved.amountMinor,
  )
  if (slip === undefined) return
  await sleep(patienceMs)
  await site.showSlip(memberId, await slipPicture(slip, 'real'))
}
