import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'

export type ProofAnswer = OutputOf<CallOf<'dashboard.proof'>>
