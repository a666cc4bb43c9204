import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { AppLink } from '../AppLink.tsx'
import blocks from '../Blocks.module.css'

interface HoleHelpProps {
  accountId: string
  /** Which account, where more than one is in sight. */
  name?: string
  /** Which holes, where they are known. */
  children?: ReactNode
}

/** What helps an account whose messages are missing, wherever somebody meets what waits behind them. */
export function HoleHelp({ accountId, name, children }: HoleHelpProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={blocks['warn']}>
      <p>
        {name !== undefined && <strong>{name}: </strong>}
        {t('hole.help')}
      </p>
      {children}
      <ImportButton accountId={accountId} />
    </div>
  )
}

/** The way to import a statement file, for who may. */
export function ImportButton({ accountId }: Pick<HoleHelpProps, 'accountId'>) {
  const { t } = useTranslation('ui')
  if (!useAllows()({ paymentAuto: ['isRead', 'isUpdate'] })) return null
  const href = hrefOf({
    to: '/payment-auto/transactions/{id}',
    id: accountId,
    search: { tab: 'import' },
  })
  return (
    <Button
      size="sm"
      variant="default"
      component={AppLink}
      href={href}
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      {t('hole.import')}
    </Button>
  )
}
