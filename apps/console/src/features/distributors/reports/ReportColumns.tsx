import { reportColumns } from '@khlang/contract/play/distributor-values.ts'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../ui/figures/ScrollRegion.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import type { ReportPreview } from '../distributor-shapes.tsx'
import blocks from '../../../ui/Blocks.module.css'
import plain from '../../../ui/PlainTable.module.css'

type Mapping = ReportPreview['mapping']
type Column = (typeof reportColumns)[number]

const noColumn = 'none'
/** So many rows tell what each column is. */
const sampleMax = 6

/** The same columns with another meaning of one: each meaning is one column's at most. Pure. */
function withColumn({ headerRow, columns }: Mapping, at: number, meaning: Column | null): Mapping {
  const next = { ...columns }
  for (const column of reportColumns) if (next[column] === at) next[column] = null
  if (meaning !== null) next[meaning] = at
  return { headerRow, columns: next }
}

interface ReportColumnsProps {
  preview: ReportPreview
  onMap: (mapping: Mapping) => void
}

/** What each column of a report is: as guessed by its headings, until somebody says otherwise. */
export function ReportColumns({ preview, onMap }: ReportColumnsProps) {
  const { t } = useTranslation('distributors')
  const { mapping, sample, width, mappingFault } = preview
  const places = Array.from({ length: width }, (_, at) => at)
  const meaningOf = (at: number) => reportColumns.find((column) => mapping.columns[column] === at)
  return (
    <>
      {mappingFault !== null && (
        <p className={blocks['warn']} role="alert">
          {t(`mappingFaults.${mappingFault}`)}
        </p>
      )}
      <SelectField
        label={t('columns.headerRow')}
        allowDeselect={false}
        data={[
          { value: '0', label: t('columns.noHeader') },
          ...sample.map(({ no, cells }) => ({
            value: String(no),
            label: `${no} · ${cells.join(' | ').slice(0, 60)}`,
          })),
        ]}
        value={String(mapping.headerRow)}
        onChange={(value) => onMap({ ...mapping, headerRow: Number(value ?? 0) })}
      />
      <ScrollRegion className="" label={t('columns.sample')}>
        <table className={plain['plain']}>
          <caption>{t('columns.sample')}</caption>
          <thead>
            <tr>
              {places.map((at) => (
                <th scope="col" key={at}>
                  <SelectField
                    label={t('columns.column', { number: at + 1 })}
                    allowDeselect={false}
                    data={[
                      { value: noColumn, label: t('columns.none') },
                      ...reportColumns.map((column) => ({ value: column, label: t(`columns.${column}`) })),
                    ]}
                    value={meaningOf(at) ?? noColumn}
                    onChange={(value) =>
                      onMap(withColumn(mapping, at, reportColumns.find((each) => each === value) ?? null))
                    }
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.slice(0, sampleMax).map(({ no, cells }) => (
              <tr key={no}>
                {places.map((at) => (
                  <td key={at}>{cells[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}
