import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/figures/Time.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import {
  fieldAt,
  fileFields,
  withField,
  type FileField,
  type FileMapping,
  type FilePreview,
} from './file-shapes.ts'
import { WideTable } from './WideTable.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Files.module.css'

interface ColumnsStepProps {
  preview: FilePreview
  onMap: (mapping: FileMapping) => void
}

const noField = 'none'

/** What each column of a file is: as saved, or guessed, until somebody says otherwise. */
export function ColumnsStep({ preview, onMap }: ColumnsStepProps) {
  const { t } = useTranslation('statement-files')
  const { mapping, sample, width, mappingFault } = preview
  const choices = [
    { value: noField, label: t('columns.none') },
    ...fileFields.map((field) => ({ value: field, label: t(`columns.${field}`) })),
  ]
  const columns = Array.from({ length: width }, (_, at) => at)
  return (
    <>
      <p className={blocks['note']}>
        <From preview={preview} />
      </p>
      {mappingFault !== null && (
        <p className={blocks['warn']} role="alert">
          {t(`mappingFaults.${mappingFault}`)}
        </p>
      )}
      <div className={classes['narrow']}>
        <SelectField
          label={t('columns.headerRow')}
          allowDeselect={false}
          data={[
            { value: '0', label: t('columns.noHeader') },
            ...sample.map(({ no, cells }) => ({ value: String(no), label: rowLabel(no, cells) })),
          ]}
          value={String(mapping.headerRow)}
          onChange={(value) => onMap({ ...mapping, headerRow: Number(value ?? 0) })}
        />
      </div>
      <WideTable label={t('columns.sample')}>
        <thead>
          <tr>
            <th scope="col">{t('columns.row')}</th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                <SelectField
                  label={t('columns.column', { number: column + 1 })}
                  allowDeselect={false}
                  data={choices}
                  value={fieldAt(mapping, column) ?? noField}
                  onChange={(value) =>
                    onMap(withField(mapping, column, value === noField ? null : (value as FileField)))
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ no, cells }) => (
            <tr key={no} data-heading={no === mapping.headerRow || undefined}>
              <td>{no}</td>
              {columns.map((column) => (
                <td key={column}>{cells[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </>
  )
}

const rowLabel = (no: number, cells: readonly string[]): string =>
  `${no} · ${cells.filter(Boolean).join(' | ').slice(0, 60)}`

/** Where the meaning of the columns comes from. */
function From({ preview: { mappingFrom, savedBy } }: Pick<ColumnsStepProps, 'preview'>) {
  const { t } = useTranslation('statement-files')
  if (savedBy === null) return t(`mappingFrom.${mappingFrom}`)
  return (
    <>
      {t('mappingFrom.saved', { by: savedBy.by, version: savedBy.version })} · <Time at={savedBy.at} />
    </>
  )
}
