import type { Library } from './create-library';
import type { SyncPlan } from './sync-plan';

/**
 * Brings the library up to a plan: imports what is new, changed or moved, then deletes what was
 * replaced and, where wanted, what is gone. Nothing is deleted when the import was stopped.
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
  const failed = new Set(
    library.state.statuses.filter(({ status }) => status !== 'indexed').map(({ path }) => path),
  );
  const replaced = plan.changed
    // A new version that could not be read does not cost the person the old one.
    .filter(({ file, old }) => !failed.has(file.path) && old.paths.length === 1)
    .map(({ old }) => old.id);
  const gone = withDeletes ? plan.deleted.map(({ id }) => id) : [];
  if (replaced.length + gone.length > 0) library.remove([...replaced, ...gone]);
  return true;
}
