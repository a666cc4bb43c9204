import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { Rights } from './rights.ts'
import { RightsSummary } from './RightsSummary.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface RoleCardProps {
  roleName: string
  rights: Rights
  children?: ReactNode
}

/** The role of a person, what it lets them do folded away. */
export function RoleCard({ roleName, rights, children }: RoleCardProps) {
  const { t } = useTranslation('employees')
  return (
    <Card title={t('panel.role', { role: useRoleName()(roleName) })}>
      <details className={blocks['fold']}>
        <summary>{t('panel.rights')}</summary>
        <RightsSummary rights={rights} />
      </details>
      {children}
    </Card>
  )
}
