import type { Settings } from '../core/settings';
import type { Models, Writer } from './models/types';
import type { Store } from './storage/types';
import type { Indexes } from './pipeline/indexes';

/** What differs between page, Node and tests, passed in once; services are made from it. */
export interface EngineContext {
  readonly store: Store;
  readonly models: Models;
  /** null where no language model is loaded. */
  readonly writer: () => Writer | null;
  readonly settings: () => Settings;
  readonly indexes: Indexes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Fires after the library changed (import, delete, feedback), so that caches and panels follow. */
  readonly changed: Emitter<LibraryChange>;
}

export type LibraryChange =
  | { readonly type: 'documents' }
  | { readonly type: 'feedback' }
  | { readonly type: 'relations' }
  | { readonly type: 'triples' }
  | { readonly type: 'settings' }
  /** Vectors are another embedder's from now on. */
  | { readonly type: 'embedder' };

export interface Emitter<Event> {
  on(listener: (event: Event) => void): () => void;
  emit(event: Event): void;
}

export function createEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      for (const listener of [...listeners]) listener(event);
    },
  };
}
