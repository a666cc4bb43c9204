import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useSession } from '../../lib/call/session.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import classes from './Layout.module.css'

const Palette = lazy(() => loadChunk('palette', () => import('../menu/Palette.tsx')))
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the palette by press or by ⌘K / Ctrl-K. Its program is fetched when it is first asked for. */
export function PaletteButton() {
  const { t } = useTranslation('ui')
  const { token } = useSession()
  const mayBets = useAllows()({ betReport: ['isRead'] })
  const [wasAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => {
    setAsked(true)
    setOpen(true)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
  return (
    <>
      <button type="button" className={classes['find']} onClick={open}>
        <IconSearch size={18} aria-hidden />
        <span>{t(mayBets ? 'palette.hintBets' : 'palette.hint')}</span>
        <kbd aria-hidden>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {wasAsked && token !== null && (
        <Suspense>
          <Palette isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
