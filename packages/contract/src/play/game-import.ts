import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { fileFaults } from '../payments/statement-files.ts'
import { gameLineFaults, importParts } from '../values/play-values.ts'
import { idOf, line } from '../values/values.ts'
import { Told } from './game-listing.ts'

const update = { gameManagement: ['isUpdate'] } as const
const id = idOf('gameProvider')

/** Games of a provider that has no list to be asked for: from a file, as they are shown and agreed to. */
export const gameImport = defineCalls({
  readGames: {
    method: 'POST',
    path: '/api/v1/website/game-provider/{id}/read-games',
    requires: update,
    isOfStaff: true,
    subject: 'gameProvider',
    idempotent: true,
    upload: 'statement',
    uploadMegabytes: 1,
    summary:
      'Reads games from a file (CSV or XLSX, at most 1 MB and 1,000 lines), and tells what is new or ' +
      'changed, and which lines are not taken and why. No game is changed.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      /** What is agreed to: these differences and no other. */
      digest: z.string(),
      /** Lines that were understood. */
      total: z.int(),
      counts: z.strictObject({ added: z.int(), changed: z.int(), refused: z.int() }),
      /** The first 200 of each kind. */
      added: z.array(z.strictObject({ code: z.string(), ...Told.shape })),
      changed: z.array(z.strictObject({ code: z.string(), before: Told, after: Told })),
      refused: z.array(z.strictObject({ no: z.int(), fault: z.enum(gameLineFaults), cell: z.string() })),
    }),
    errors: {
      statementUnreadable: reason(...fileFaults),
      statementTooLarge: none,
      statementRefused: reason('noColumn', 'noRows'),
      requiredField: none,
    },
  },
  importGames: {
    method: 'POST',
    path: '/api/v1/website/game-provider/{id}/import-games',
    requires: update,
    isOfStaff: true,
    subject: 'gameProvider',
    idempotent: true,
    summary:
      'Takes over games from a file as they were shown: new ones stand closed, changed ones are called as ' +
      'the file says. Games that the file lacks stay as they are.',
    input: z.strictObject({
      id,
      digest: z.string().regex(/^[0-9a-f]{64}$/, 'invalidFormat'),
      parts: z.array(z.enum(importParts)).min(1).max(2),
      reason: line(200, 3),
    }),
    output: z.strictObject({ added: z.int(), changed: z.int() }),
    errors: { conflict: reason('documentChanged') },
  },
})
