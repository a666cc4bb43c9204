import type { Reader } from '../../platform/db/db.ts'
import type { ExportCall, ExportedList, FileAsk } from '../../platform/files/exports.ts'
import { activityFile } from '../activity-logs/activity-file.ts'
import { betFile } from '../bet-reports/bet-file.ts'
import { creditFile } from '../credit-transactions/credit-file.ts'
import { statementOfDistributor } from '../distributors/invoices/statement.ts'
import { differenceFile } from '../distributors/reports/difference-file.ts'
import { blacklistFile } from '../matching/blacklist/blacklist-file.ts'
import { memberFile } from '../members/member-file.ts'
import { statementFile } from '../payment-autos/transactions/statement-file.ts'
import { queueFile } from '../queue/queue-file.ts'
import { dailyFile, usersFile } from '../reports/report-files.ts'

/** Some row of a list; whoever makes the file only hands it from the list's reader to its columns. */
interface Row {
  readonly id?: unknown
}
type AnyAsk = Omit<FileAsk<ExportCall>, 'filter'> & { readonly filter: unknown }

const files: Readonly<Record<ExportCall, (db: Reader, ask: never) => unknown>> = {
  'members.exportList': (_, ask: FileAsk<'members.exportList'>) => memberFile(ask),
  'preTransactions.exportQueue': (db, ask: FileAsk<'preTransactions.exportQueue'>) => queueFile(db, ask),
  'creditTransactions.exportList': (_, ask: FileAsk<'creditTransactions.exportList'>) => creditFile(ask),
  'activityLogs.exportList': (_, ask: FileAsk<'activityLogs.exportList'>) => activityFile(ask),
  'betReports.exportList': (_, ask: FileAsk<'betReports.exportList'>) => betFile(ask),
  'paymentAutos.exportLines': (db, ask: FileAsk<'paymentAutos.exportLines'>) => statementFile(db, ask),
  'reports.exportDaily': (_, ask: FileAsk<'reports.exportDaily'>) => dailyFile(ask),
  'reports.exportUsers': (_, ask: FileAsk<'reports.exportUsers'>) => usersFile(ask),
  'preTransactions.exportBlacklist': (_, ask: FileAsk<'preTransactions.exportBlacklist'>) =>
    blacklistFile(ask),
  'distributors.exportStatement': (_, ask: FileAsk<'distributors.exportStatement'>) =>
    statementOfDistributor(ask),
  'distributors.exportDifferences': (_, ask: FileAsk<'distributors.exportDifferences'>) =>
    differenceFile(ask),
}

/** The file of a list by the call that it was asked with. @param ask with the filter of that very call */
export const listOf = async (db: Reader, call: ExportCall, ask: AnyAsk): Promise<ExportedList<Row>> =>
  (await files[call](db, ask as never)) as ExportedList<Row>
