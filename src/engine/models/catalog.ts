import type { Role } from './types';

/** Roles that come in the box, and the folder under public/models that serves each. */
export const builtIn = {
  embed: 'all-MiniLM-L6-v2',
  judge: 'touchstone-judge',
  read: 'touchstone-reader',
} as const satisfies Partial<Record<Role, string>>;

export type BuiltInRole = keyof typeof builtIn;
export const builtInRoles = Object.keys(builtIn) as readonly BuiltInRole[];
