import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllScreens } from '../../../lib/address/screens.ts'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { useRightName } from '../../../lib/person/right-words.ts'
import { useRightValue } from '../right-words.ts'
import { actions, limits, resourceGroups, switches, type Rights } from './rights.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../People.module.css'

/** What a role lets its people do, in words, grouped as the menu is. What it does not is left out. */
export function RightsSummary({ rights }: { rights: Rights }) {
  const { t } = useTranslation('employees')
  const screens = useAllScreens()
  const groups = useMemo(() => resourceGroups(screens), [screens])
  const shown = groups
    .map(({ group, resources }) => ({
      group,
      facts: resources.flatMap((resource) => {
        const held = actions.filter((action) => rights.permission[resource][action])
        if (held.length === 0) return []
        const all = held.length === actions.length
        const words = all ? t('summary.all') : held.map((action) => t(`actions.${action}`)).join(', ')
        return [{ label: t(`resources.${resource}`), value: words }]
      }),
    }))
    .filter(({ facts }) => facts.length > 0)
  return (
    <div className={blocks['stack']}>
      {rights.isAdmin ? (
        <p className={blocks['note']}>{t('summary.admin')}</p>
      ) : (
        shown.map(({ group, facts }) => (
          <section key={group} className={classes['part']}>
            <h4>{t(`ui:groups.${group}`)}</h4>
            <KeyValue facts={facts} />
          </section>
        ))
      )}
      {!rights.isAdmin && shown.length === 0 && <p className={blocks['note']}>{t('summary.none')}</p>}
      <section className={classes['part']}>
        <h4>{t('summary.beside')}</h4>
        <AbilityFacts abilities={rights.abilities} />
      </section>
    </div>
  )
}

/** Abilities and limits of a role. */
export function AbilityFacts({ abilities }: { abilities: Rights['abilities'] }) {
  const nameOf = useRightName()
  const valueOf = useRightValue()
  const facts = [...switches, ...limits].map((name) => ({
    label: nameOf(name),
    value: valueOf(abilities[name]),
  }))
  return <KeyValue facts={facts} />
}
