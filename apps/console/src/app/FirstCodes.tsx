import { Button } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstCodesProps } from '../features/auth/Bound.tsx'
import { RecoveryForm } from '../features/settings/own/RecoveryForm.tsx'
import { createQueryClient } from '../lib/call/query.ts'

/** The first recovery codes, before the layout with its cache is there. */
export default function FirstCodes({ onOver }: FirstCodesProps) {
  const { t } = useTranslation('auth')
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <RecoveryForm
        isFirst
        onKept={onOver}
        aside={
          <Button variant="subtle" onClick={onOver}>
            {t('otp.later')}
          </Button>
        }
      />
    </QueryClientProvider>
  )
}
