/** The label of an own account, with its bank where the label does not begin with it. Pure. */
export const accountName = ({ bank, label }: { bank: string; label: string }): string =>
  label.startsWith(bank) ? label : `${bank} ${label}`
