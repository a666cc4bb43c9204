import { encode } from 'uqr'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { findOrder, type OrderRow } from './order-rows.ts'

/** A code as one SVG path, black on white with its quiet zone: any page can show it. Pure. */
function qrSvg(text: string): string {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`
  )
}

/** @throws notFound */
export async function orderById(db: Reader, id: string): Promise<OrderRow> {
  const order = await findOrder(db, id)
  if (!order) throw new ApiError('notFound')
  return order
}

/** An order as the member site shows it; of one that is over nobody is shown a code any more. Pure. */
export function memberOrder(order: OrderRow) {
  const isPayable = order.state === 'pending'
  const qrPayload = isPayable ? order.qrPayload : null
  return {
    id: order.id,
    reference: order.reference,
    state: order.state,
    amountMinor: order.amountMinor,
    creditedMinor: order.creditedMinor,
    qrPayload,
    qrSvg: qrPayload === null ? null : qrSvg(qrPayload),
    payUrl: isPayable ? order.payUrl : null,
    expiresAt: order.expiresAt,
  }
}
