import type { ModelChoice, ModelRole } from '../../link/models';
import { readStored, writeStored } from '../shared/stored';

export const roles = ['embed', 'judge', 'read', 'write'] as const satisfies readonly ModelRole[];

const key = 'models';

/** Folder name of the model that the person chose for each role; what is left out is built in. */
export const readChoice = (): ModelChoice => readStored(key, {}, isChoice);

export const writeChoice = (choice: ModelChoice): void => writeStored(key, choice);

function isChoice(value: unknown): value is ModelChoice {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([role, name]) => (roles as readonly string[]).includes(role) && isFolderName(name),
    )
  );
}

/** It becomes part of an address and of a path. */
const isFolderName = (name: unknown): boolean =>
  typeof name === 'string' && /^\w[\w.-]*$/.test(name) && name.length < 200;
