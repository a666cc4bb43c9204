import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DuplicateAnswer } from './member-shapes.ts'
import blocks from '../../ui/Blocks.module.css'

/** What is said under a field while it is typed in. */
export function Note({ tone, children }: { tone: 'red' | 'amber' | 'green'; children: ReactNode }) {
  return (
    <p className={blocks['fieldNote']} data-tone={tone}>
      {children}
    </p>
  )
}

/** What the black list says about one kind of datum. */
export function Blacklisted({ answer, kind }: { answer: DuplicateAnswer | null; kind: string }) {
  const { t } = useTranslation('members')
  const hits = answer?.blacklisted.filter((each) => each.kind === kind) ?? []
  return hits.map(({ reason }) => (
    <Note key={reason} tone="red">
      {t('add.blacklisted', { reason })}
    </Note>
  ))
}
