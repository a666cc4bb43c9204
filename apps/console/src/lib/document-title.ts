import { useEffect } from 'react'
import { config } from './config.ts'

/** `สมาชิก · Khlang` in the tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? config().brand : `${title} · ${config().brand}`
  }, [title])
}
