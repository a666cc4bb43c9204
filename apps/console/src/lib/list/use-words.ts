import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useReading } from '../../ui/use-reading.ts'
import { useAllows } from '../person/permissions.ts'
import type { Words } from './columns.tsx'

/** Texts, reading and rights of the person, the same object while they are the same. */
export function useWords(area: string): Words {
  const text = useTranslation(area).t
  const reading = useReading()
  const allows = useAllows()
  return useMemo(
    () => ({ t: (key, values) => text(key, { ...values }), reading, allows }),
    [text, reading, allows],
  )
}
