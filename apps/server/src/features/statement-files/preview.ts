import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { statementFiles } from '@khlang/contract/payments/statement-files.ts'
import type { Services } from '../../platform/call/context.ts'
import { planAnswer } from './plan-answer.ts'
import * as queries from './queries.ts'
import { planOf, readKept } from './read-file.ts'
import type { FileMapping } from './reading/fields.ts'

type Preview = HandlerOutput<typeof statementFiles.preview>

/** A file, how its columns are read, and what importing it would do. Changes nothing. */
export async function previewOf(
  services: Pick<Services, 'db' | 'privateDir' | 'secrets' | 'now'>,
  file: queries.KeptFile,
  given: FileMapping | null,
  maySee: boolean,
): Promise<Preview> {
  const nowMs = services.now()
  const mappings = await queries.savedMappings(services.db, file.bank)
  // Once it was asked for, it is read as it was then.
  const said = given ?? (file.mapping as FileMapping | null)
  const saved = mappings.map(({ headings }) => headings)
  const reading = await readKept(services, file, { said, saved, nowMs })
  const { layout, mappingFault, width, rowCount, sample, statement } = reading
  const by = said === null && layout.from === 'saved' ? mappings[layout.savedAt] : undefined
  return {
    mapping: layout.mapping,
    mappingFrom: said === null ? layout.from : 'said',
    savedBy: by ? { by: by.by, at: by.at, version: by.version } : null,
    mappingFault,
    width,
    rowCount,
    sample: sample.map(({ no, cells }) => ({ no, cells: [...cells] })),
    plan:
      statement === null
        ? null
        : planAnswer(statement, await planOf(services.db, file, statement, nowMs), maySee),
  }
}
