import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeDensity, useDensity } from '../../lib/person/preferences.ts'

/** The density one may change to: its name, its drawing, the change. */
export function useDensityChoice() {
  const { t } = useTranslation('ui')
  const isCompact = useDensity() === 'compact'
  return {
    label: t(isCompact ? 'toComfortable' : 'toCompact'),
    change: () => changeDensity(isCompact ? 'comfortable' : 'compact'),
    drawing: isCompact ? <IconBaselineDensityMedium size={18} /> : <IconBaselineDensitySmall size={18} />,
  }
}
