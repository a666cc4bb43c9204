import { useTranslation } from 'react-i18next'
import { AmountInput } from '../form/AmountInput.tsx'
import { DateRangeField } from './DateRangeField.tsx'
import { FilterChoice } from './FilterChoice.tsx'
import { FilterText } from './FilterText.tsx'
import {
  asMinor,
  asText,
  asTexts,
  asYesNo,
  type FilterField,
  type FilterValues,
  type Option,
} from './filter-fields.ts'
import classes from './Filters.module.css'

interface FilterControlProps<V> {
  field: FilterField<V>
  values: FilterValues
  onChange: (changes: FilterValues) => void
  todayOn: string
}

/** The control of one filter field. */
export function FilterControl<V>({ field, values, onChange, todayOn }: FilterControlProps<V>) {
  const { t } = useTranslation('table')
  switch (field.kind) {
    case 'text':
      return (
        <FilterText
          label={field.label}
          placeholder={field.placeholder}
          value={asText(values[field.name])}
          onChange={(text) => onChange({ [field.name]: text === '' ? undefined : text })}
        />
      )
    case 'select':
      return (
        <One
          label={field.label}
          options={field.options}
          placeholder={field.placeholder}
          value={asText(values[field.name])}
          onChange={(value) => onChange({ [field.name]: value })}
        />
      )
    case 'yesNo':
      return (
        <One
          label={field.label}
          options={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          value={asYesNo(values[field.name]) === null ? '' : String(asYesNo(values[field.name]))}
          onChange={(value) =>
            onChange({ [field.name]: value === undefined ? undefined : value === 'true' })
          }
        />
      )
    case 'multi':
      return (
        <FilterChoice
          isMulti
          label={field.label}
          options={field.options}
          chosen={asTexts(values[field.name])}
          onChange={(chosen) => onChange({ [field.name]: chosen.length > 0 ? chosen : undefined })}
        />
      )
    case 'amountRange':
      return (
        <Amounts label={field.label} names={[field.minName, field.maxName]} {...{ values, onChange }} />
      )
    case 'dateRange':
      return (
        <DateRangeField
          label={field.label}
          from={asText(values[field.fromName]) || null}
          to={asText(values[field.toName]) || null}
          todayOn={todayOn}
          placeholder={field.placeholder}
          onChange={(from, to) =>
            onChange({ [field.fromName]: from ?? undefined, [field.toName]: to ?? undefined })
          }
        />
      )
  }
}

interface OneProps {
  label: string
  options: readonly Option[]
  placeholder?: string | undefined
  value: string
  onChange: (value: string | undefined) => void
}

function One({ label, options, placeholder, value, onChange }: OneProps) {
  return (
    <FilterChoice
      isMulti={false}
      {...{ label, options, placeholder }}
      chosen={value === '' ? [] : [value]}
      onChange={([chosen]) => onChange(chosen)}
    />
  )
}

interface AmountsProps extends Pick<FilterControlProps<never>, 'values' | 'onChange'> {
  label: string
  /** Where the least and the most stand among the values. */
  names: readonly [string, string]
}

function Amounts({ label, names, values, onChange }: AmountsProps) {
  const { t } = useTranslation('table')
  return (
    <div className={classes.range} role="group" aria-label={label}>
      {names.map((name, at) => (
        <AmountInput
          key={name}
          label={t(at === 0 ? 'filters.min' : 'filters.max', { name: label })}
          value={asMinor(values[name])}
          onChange={(minor) => onChange({ [name]: minor ?? undefined })}
        />
      ))}
    </div>
  )
}
