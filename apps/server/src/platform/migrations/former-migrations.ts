/**
 * Digests of migrations that were edited after databases had been made by them. `0024_after_edits.sql` brings
 * such a database to the schema that the files make today, `0054_without_line.sql` one of 0047's. A file that
 * was merged is not edited any more (`database/migrations/digests.txt`).
 */
export const formerDigests: Readonly<Record<string, readonly string[]>> = {
  '0008_list_indexes.sql': [
    '1b4d47674f2500a0001f6461672978df606f956a0d7c900b5a8cd6aa25cdf800',
    '88077fa24398e1bc3acb879dc770b6015cf583a18b3756d88c82e044daa7e244',
    'c0746f692cb44b307ea41c2e9864f80fd6f68689416a75c18eb6a8bd077b6db9',
    'cba47405a5e10256dec0666c1bf561ec16c1ed4e816968bd8663e3cc1cd2aed1',
  ],
  '0010_people.sql': ['27a67288fdc1a04499737fe6f66adb7f0a35154a3fa81d976c88449c1e6a79ca'],
  '0012_notifications.sql': ['25826e63300d36e9d07000680bf394b0910f8ea42bed622c85290d658ca5bd76'],
  '0015_approval_tiers.sql': ['8daf794b0e73544844d5a81aa9ab0b8b51153b5f689ef46f1b052a30c24d7ef7'],
  '0017_activity_verifications.sql': ['3a4cfaafc8644603e9c187388bafcc05e98d308c11042585c059a0cfb0f20301'],
  '0020_activity_people.sql': ['0e84a60e71d3af9f415cf77716ff647e155495f58b666956191f74907276d0b3'],
  '0021_same_person.sql': ['b12c9dd2784222db369e793d071453006404fa9656dd2887926b1baf00046e05'],
  '0022_second_person.sql': ['03e5acc0ada71a1d6d5ed8b1a60ef8b064810a9402020a0345cecc0cfc65c7bb'],
  '0023_own_judgement.sql': ['d16cc4ebe0e7922f5ebd9351993e9dce990243ca1adc78c5beac3fc76a1eb1c1'],
  '0047_rollups.sql': ['8f66c4ae8f1bec72a3310c46b7b06a64f612320b4eb19c61b13e74bfd28d33eb'],
  '0054_without_line.sql': ['036010aa9c8733c9b13b8cbcabdb282db4e8d60c4389d9e3bf51c6232e85ff3d'],
}
