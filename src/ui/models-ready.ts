import { createEffect, createRoot } from 'solid-js';
import type { ModelRole } from '../link/models';
import { failure } from '../core/errors';
import type { Backend, BackendStatus } from './context';

export const builtIn = ['embed', 'judge', 'read'] as const satisfies readonly ModelRole[];

/** The built-in models taken together, as the page speaks of them. Bytes; `total` 0 while unknown. */
export type ModelsSummary =
  | { readonly state: 'ready' }
  | { readonly state: 'loading'; readonly loaded: number; readonly total: number }
  | { readonly state: 'checking' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly name: string; readonly message: string };

/** What is worst decides: failed, cancelled, loading, checking, ready. */
export function summariseModels(models: BackendStatus['models']): ModelsSummary {
  const all = builtIn.map((role) => models[role] ?? ({ state: 'waiting' } as const));
  const failed = all.find((model) => model.state === 'failed');
  if (failed) return failed;
  if (all.some((model) => model.state === 'cancelled')) return { state: 'cancelled' };
  if (all.every((model) => model.state === 'ready')) return { state: 'ready' };
  const loading = all.filter((model) => model.state === 'loading');
  if (loading.length > 0 || all.some((model) => model.state === 'waiting'))
    return {
      state: 'loading',
      loaded: loading.reduce((sum, model) => sum + model.loaded, 0),
      // One unknown size makes the sum unknown: a bar that jumps back is worse than none.
      total: loading.every((model) => model.total > 0)
        ? loading.reduce((sum, model) => sum + model.total, 0)
        : 0,
    };
  return { state: 'checking' };
}

/**
 * Resolves when the built-in models are ready.
 * @throws AbortError when stopped, ModelMissing when they failed or their loading was cancelled.
 */
export function whenModelsReady(backend: Backend, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    createRoot((dispose) => {
      const end = (settle: () => void) => {
        queueMicrotask(dispose);
        settle();
      };
      signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
      createEffect(() => {
        const summary = summariseModels(backend.status().models);
        if (summary.state === 'ready') end(resolve);
        if (summary.state === 'failed') end(() => reject(failure('ModelMissing', summary.message)));
        if (summary.state === 'cancelled')
          end(() =>
            reject(failure('ModelMissing', 'The models are not loaded. Load them at the top.')),
          );
      });
    });
  });
}
