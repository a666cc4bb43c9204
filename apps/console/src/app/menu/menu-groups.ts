/** Groups of the menu, in the order in which they stand. Labels: `ui:groups.<name>`. */
export const menuGroups = [
  'overview',
  'money',
  'members',
  'payments',
  'marketing',
  'agents',
  'reports',
  'games',
  'website',
  'messages',
  'staff',
  'account',
] as const
export type MenuGroup = (typeof menuGroups)[number]
