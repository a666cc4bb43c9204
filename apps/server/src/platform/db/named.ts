import { sql, type RawBuilder } from 'kysely'

/** The names of a row of the table so aliased, in both languages. */
export const bothNames = (alias: string): RawBuilder<unknown> =>
  sql`json_build_object('th', ${sql.ref(`${alias}.name_th`)}, 'en', ${sql.ref(`${alias}.name_en`)})`

/** The same with its id. */
export const idAndNames = (alias: string): RawBuilder<unknown> =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${bothNames(alias)})`
