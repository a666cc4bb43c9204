import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../../ui/figures/Status.tsx'
import { StepCard } from '../../../ui/page/StepCard.tsx'
import type { StepState } from './account-steps.ts'

interface AccountStepProps {
  number: number
  title: string
  state: StepState
  /** It is not whoever reads this who has to do something, but somebody else. */
  isAwaited?: boolean
  children: ReactNode
}

const tones = { done: 'green', now: 'amber', later: 'grey' } as const

/** One step of bringing an account into use, in a list of steps; how it stands is said in words too. */
export function AccountStep({ isAwaited = false, ...step }: AccountStepProps) {
  const { t } = useTranslation('payment-autos')
  const word = step.state === 'now' && isAwaited ? 'waiting' : step.state
  return (
    <li>
      <StepCard {...step} aside={<Status tone={tones[step.state]} label={t(`setup.states.${word}`)} />} />
    </li>
  )
}
