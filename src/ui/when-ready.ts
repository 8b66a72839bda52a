import { createEffect, createMemo, on } from 'solid-js';
import type { Backend } from './context';

/** Runs `then` when the engine has opened the library, and again after each restart. */
export function whenReady(backend: Backend, then: () => void): void {
  // The state alone: the status as a whole changes with every step of a model's loading.
  const state = createMemo(() => backend.status().engine.state);
  createEffect(on(state, (now) => now === 'ready' && then()));
}
