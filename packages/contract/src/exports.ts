import { z } from 'zod'

/** What a call that answers its list as a file asks for beside the list's filter. */
export const exportChoice = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  format: z.enum(['csv', 'xlsx']),
  columns: z.array(z.enum(columns)).max(40).optional(),
})

/** A list as a file; `isCut` when the filter holds more rows than a file may. */
export const ExportedFile = z.strictObject({
  fileName: z.string(),
  mimeType: z.string(),
  base64: z.string(),
  rows: z.int(),
  isCut: z.boolean(),
})
export type ExportedFile = z.infer<typeof ExportedFile>
