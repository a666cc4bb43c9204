import { compareList } from './compare-list.tsx'

/** `/pre-transaction/reconcile-deposit`: what came in on a day. */
export default compareList('deposit')
