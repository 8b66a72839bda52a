import { render } from 'solid-js/web';
import { App } from './App';
import type { Backend } from './context';

/** Draws the page over a backend; the returned function takes it down and stops its runs. */
export function mount(root: HTMLElement, createBackend: () => Backend): () => void {
  return render(() => <App backend={createBackend()} />, root);
}
