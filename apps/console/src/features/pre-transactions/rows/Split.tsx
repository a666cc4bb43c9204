import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Queue.module.css'

/**
 * A list with a sheet beside it from 900 px on; on a narrower screen the sheet takes the whole page. The
 * sheet is as high as the window leaves below its own top, so that the acts at its foot never leave sight.
 */
export function Split({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('pre-transactions')
  const isOpen = aside !== null
  return (
    <div className={classes['split']} data-open={isOpen || undefined}>
      <div>{children}</div>
      {isOpen && <Aside label={t('request.sheet')}>{aside}</Aside>}
    </div>
  )
}

function Aside({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const top = place.current?.getBoundingClientRect().top ?? 0
      place.current?.style.setProperty('--own-top', `${Math.max(0, Math.round(top))}px`)
    }
    measure()
    // A banner that comes or goes above it moves it as scrolling does.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [])
  return (
    <aside ref={place} className={classes['aside']} aria-label={label}>
      {children}
    </aside>
  )
}
