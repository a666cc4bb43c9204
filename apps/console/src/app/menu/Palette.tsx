import '../../ui/kit-later.ts'
import { closeSpotlight, openSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../lib/address/navigation.tsx'
import { paletteSources, usePaletteSource, type PaletteItem } from '../../lib/palette.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { signOut } from '../../lib/person/sign-out.ts'
import { useOtherLanguage, useOtherScheme } from '../../ui/page/Appearance.tsx'
import { useMenu } from './Menu.tsx'
import { usePaletteFinds } from './palette-finds.ts'

const askAfterMs = 150

/** Screens one may open, and what can be done from anywhere. */
function useOwnItems(): readonly PaletteItem[] {
  const { t } = useTranslation('ui')
  const menu = useMenu()
  const go = useGo()
  const other = useOtherLanguage()
  const scheme = useOtherScheme()
  const screens = menu.flatMap(({ group, rows }) =>
    rows.map((row) => ({
      id: row.id,
      group: t('palette.screens'),
      label: t(row.labelKey),
      description: t(`groups.${group}`),
      run: () => go({ to: row.to as '/dashboard', ...(row.search ? { search: row.search } : {}) }),
    })),
  )
  const group = t('palette.acts')
  return [
    ...screens,
    { id: 'language', group, label: t('switchLanguage', { language: other.name }), run: other.change },
    { id: 'theme', group, label: t(scheme.isDark ? 'toLight' : 'toDark'), run: scheme.change },
    { id: 'signOut', group, label: t('signOut'), run: signOut },
  ]
}

/** What the sources of the screens answer for the text typed; each arrives when it can. */
function useFoundItems(query: string): readonly PaletteItem[] {
  usePaletteSource(usePaletteFinds())
  const [found, setFound] = useState<readonly PaletteItem[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const ask = async (): Promise<void> => {
      const answers = await Promise.allSettled(
        [...paletteSources].map(async (source) => source(query, ending.signal)),
      )
      if (ending.signal.aborted) return
      setFound(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])))
    }
    const timer = setTimeout(() => void ask(), askAfterMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [query])
  return found
}

const contains = (item: PaletteItem, query: string): boolean =>
  `${item.label} ${item.description ?? ''}`.toLocaleLowerCase().includes(query.toLocaleLowerCase())

/** Enter takes the first answer where none has been chosen with the arrows. */
function takeFirst(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const answers = [...document.querySelectorAll<HTMLElement>('[role=dialog] [data-action]')]
  if (!answers.some((answer) => answer.dataset['selected'] !== undefined)) answers[0]?.click()
}

/** ⌘K / Ctrl-K: go anywhere, find anything, without the mouse. */
export default function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const mayBets = useAllows()({ betReport: ['isRead'] })
  const own = useOwnItems()
  const found = useFoundItems(query)
  const groups = useMemo(
    () => Map.groupBy([...found, ...own.filter((item) => contains(item, query))], (item) => item.group),
    [found, own, query],
  )
  // Each opening is a new question.
  const close = () => {
    setTyped('')
    onClose()
  }
  useEffect(() => {
    if (isOpen) openSpotlight()
    else closeSpotlight()
  }, [isOpen])
  return (
    <Spotlight.Root
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={close}
      scrollable
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.45 }}
      transitionProps={{ duration: 80 }}
    >
      <Spotlight.Search
        placeholder={t(mayBets ? 'palette.hintBets' : 'palette.hint')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={18} />}
        onKeyDown={takeFirst}
      />
      <Spotlight.ActionsList>
        {[...groups].map(([group, items]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                {...(item.description ? { description: item.description } : {})}
                onClick={item.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.size === 0 && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
