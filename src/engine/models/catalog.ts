import type { Role } from './types';

/** The folder under public/models that serves each role, as it comes in the box. */
export const builtIn = {
  embed: 'all-MiniLM-L6-v2',
  judge: 'touchstone-judge',
  read: 'touchstone-reader',
  write: 'smollm2-135m-instruct',
} as const satisfies Record<Role, string>;

/** Roles whose models give an answer in one pass; the writer, which goes on token by token, is in writer/. */
export type EncoderRole = Exclude<Role, 'write'>;
export const encoderRoles: readonly EncoderRole[] = ['embed', 'judge', 'read'];
