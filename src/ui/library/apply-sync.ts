import type { Library } from './create-library';
import type { SyncPlan } from './sync-plan';

/**
 * Brings the library up to a plan: imports what is new, changed or moved (the engine puts a new
 * version in the place of what stood at its path), then deletes what is gone, where that is wanted.
 * Nothing is deleted when the import was stopped.
 */
export async function applySync(
  library: Library,
  plan: SyncPlan,
  collection: string,
  withDeletes: boolean,
): Promise<boolean> {
  const files = [
    ...plan.added,
    ...plan.changed.map(({ file }) => file),
    ...plan.moved.map(({ file }) => file),
  ];
  if (files.length > 0 && !(await library.import(files, collection))) return false;
  const gone = withDeletes ? plan.deleted.map(({ id }) => id) : [];
  if (gone.length > 0) library.remove(gone);
  return true;
}
