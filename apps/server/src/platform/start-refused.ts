/** A start that must not be, in a sentence that tells an operator what is wrong and what to do. */
export class StartRefused extends Error {}

/** The master key is another than the one of this database. */
export class WrongMasterKey extends StartRefused {
  constructor() {
    super(
      'The master key is not the one of this database. Give the key that it was made with, or that it was ' +
        'rotated to (KHLANG_MASTER_KEY_FILE, KHLANG_MASTER_KEY, or master.key in the data folder). ' +
        'Nothing was changed.',
    )
  }
}
