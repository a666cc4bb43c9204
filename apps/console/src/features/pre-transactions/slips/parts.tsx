import { lazy } from 'react'
import { loadScreen } from '../../../lib/chunks.ts'

/** Both are fetched when they are first shown, with their texts. */
export const SlipField = lazy(() =>
  loadScreen('slip-field', 'pre-transactions-slips', () => import('./SlipField.tsx')),
)
export const DepositSlips = lazy(() =>
  loadScreen('deposit-slips', 'pre-transactions-slips', () => import('./DepositSlips.tsx')),
)
