import type { FormOf } from '../../lib/form/use-form.ts'
import type { FormSpec } from '../../lib/form/form-spec.ts'
import type { DeviceDetail } from './device-shapes.ts'

/** How a phone is called, where it lies, and what else people should know of it. */
export interface DeviceDraft {
  readonly name: string
  readonly place: string
  readonly note: string
}

export const factsOf = ({ name, place, note }: DeviceDetail): DeviceDraft => ({ name, place, note })

const trimmed = ({ name, place, note }: DeviceDraft): DeviceDraft => ({
  name: name.trim(),
  place: place.trim(),
  note: note.trim(),
})

const common = {
  area: 'devices',
  start: { name: '', place: '', note: '' },
  fieldOf: { deviceNameInUse: 'name' },
  refreshes: ['devices'],
} as const satisfies Partial<FormSpec<'devices.create', DeviceDraft>>

export const newDeviceForm: FormSpec<'devices.create', DeviceDraft> = {
  ...common,
  call: 'devices.create',
  input: trimmed,
}

export const deviceFormOf = (id: string): FormSpec<'devices.update', DeviceDraft> => ({
  ...common,
  call: 'devices.update',
  input: (draft, { version }) => ({ id, version, ...trimmed(draft) }),
})

export type DeviceFieldsProps = FormOf<DeviceDraft>
