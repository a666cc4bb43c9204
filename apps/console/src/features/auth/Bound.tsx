import { Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicCard } from './PublicCard.tsx'
import classes from './PublicCard.module.css'

export interface FirstCodesProps {
  /** The codes are kept, or left for later. */
  onOver: () => void
}

interface BoundProps extends FirstCodesProps {
  firstCodes: ComponentType<FirstCodesProps>
}

/** The authenticator is bound: says so, and offers the codes that stand in for it when it is lost. */
export function Bound({ firstCodes: FirstCodes, onOver }: BoundProps) {
  const { t } = useTranslation('auth')
  return (
    <PublicCard title={t('otp.boundTitle')}>
      <p className={`${classes['failure']} ${classes['done']}`} role="status">
        {t('otp.bound')}
      </p>
      <p className={classes['lead']}>{t('otp.firstCodes')}</p>
      <Suspense>
        <FirstCodes onOver={onOver} />
      </Suspense>
    </PublicCard>
  )
}
