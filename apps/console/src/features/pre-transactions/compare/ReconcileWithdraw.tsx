import { compareList } from './compare-list.tsx'

/** `/pre-transaction/reconcile-withdraw`: what went out on a day. */
export default compareList('withdraw')
