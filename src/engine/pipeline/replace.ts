import type { DocumentId, DocumentRecord } from '../../core/types';
import type { Operation, Store } from '../storage/types';
import { deletionOf } from './document-rows';
import type { Indexes } from './indexes';
import type { PathBook } from './path-book';

/** A new version takes paths over: what to save, and what then has changed. */
export interface Replacement {
  readonly operations: readonly Operation[];
  /** Documents without a path left: deleted. */
  readonly gone: readonly DocumentId[];
  /** Documents with other paths: they lose these. */
  readonly kept: readonly DocumentRecord[];
}

/** The paths of `heir` are taken from its rivals; a rival without a path left is deleted. */
export async function replacementOf(
  store: Store,
  rivals: readonly DocumentRecord[],
  heir: DocumentRecord,
): Promise<Replacement> {
  const operations: Operation[] = [];
  const gone: DocumentId[] = [];
  const kept: DocumentRecord[] = [];
  for (const rival of rivals) {
    const paths = rival.paths.filter((path) => !heir.paths.includes(path));
    if (paths.length === 0) {
      gone.push(rival.id);
      operations.push(...(await deletionOf(store, rival.id)));
    } else {
      const rest = { ...rival, paths };
      kept.push(rest);
      operations.push({ table: 'documents', put: rest });
    }
  }
  return { operations, gone, kept };
}

/** Memory follows what was saved. */
export function follow(
  { gone, kept }: Replacement,
  heir: DocumentRecord,
  indexes: Indexes,
  book: PathBook,
): void {
  for (const id of gone) {
    indexes.remove(id);
    book.remove(id);
  }
  for (const record of kept) {
    indexes.update(record);
    book.set(record);
  }
  book.set(heir);
}
