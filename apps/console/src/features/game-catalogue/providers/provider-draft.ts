import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { transferAdapters } from '@khlang/contract/values/play-values.ts'
import { momentOf, partsOf, typedMoment, type ProviderSettings } from '../catalogue-shapes.tsx'

type Update = InputOf<CallOf<'gameCatalogue.updateProvider'>>

/** What the form holds, as typed. The secret is typed and never shown again. */
export interface ProviderDraft {
  readonly code: string
  readonly nameTh: string
  readonly nameEn: string
  readonly adapter: Update['adapter']
  readonly secret: string
  readonly addresses: string
  readonly minMinor: number | null
  readonly maxMinor: number | null
  readonly feeBps: string
  readonly gamesAddress: string
  readonly apiAddress: string
  readonly launchAddress: string
  readonly replayAddress: string
  readonly maintenanceFrom: string
  readonly maintenanceUntil: string
  readonly reason: string
}

export const emptyProvider: ProviderDraft = {
  code: '',
  nameTh: '',
  nameEn: '',
  adapter: 'betAndResult',
  secret: '',
  addresses: '',
  minMinor: 100,
  maxMinor: 5_000_000,
  feeBps: '0',
  gamesAddress: '',
  apiAddress: '',
  launchAddress: '',
  replayAddress: '',
  maintenanceFrom: '',
  maintenanceUntil: '',
  reason: '',
}

export const draftOf = (provider: ProviderSettings): ProviderDraft => ({
  code: provider.code,
  nameTh: provider.nameTh,
  nameEn: provider.nameEn,
  adapter: provider.adapter,
  secret: '',
  addresses: provider.addresses.join(', '),
  minMinor: provider.minMinor,
  maxMinor: provider.maxMinor,
  feeBps: String(provider.feeBps),
  gamesAddress: provider.gamesAddress ?? '',
  apiAddress: provider.apiAddress ?? '',
  launchAddress: provider.launchAddress ?? '',
  replayAddress: provider.replayAddress ?? '',
  maintenanceFrom: typedMoment(provider.maintenanceFrom),
  maintenanceUntil: typedMoment(provider.maintenanceUntil),
  reason: '',
})

/** Whether a provider that speaks so keeps members' wallets, and so is called itself. */
export const isWalletKept = (adapter: Update['adapter']): boolean =>
  transferAdapters.some((each) => each === adapter)

const typedAddress = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What both calls take. Pure. */
export const sharedOf = (draft: ProviderDraft) => ({
  nameTh: draft.nameTh.trim(),
  nameEn: draft.nameEn.trim(),
  adapter: draft.adapter,
  addresses: partsOf(draft.addresses),
  minMinor: draft.minMinor ?? 0,
  maxMinor: draft.maxMinor ?? 0,
  feeBps: Number(draft.feeBps),
  gamesAddress: typedAddress(draft.gamesAddress),
  apiAddress: typedAddress(draft.apiAddress),
  launchAddress: typedAddress(draft.launchAddress),
  replayAddress: typedAddress(draft.replayAddress),
  maintenanceFrom: momentOf(draft.maintenanceFrom),
  maintenanceUntil: momentOf(draft.maintenanceUntil),
  reason: draft.reason.trim(),
})
