import { render } from 'solid-js/web';
import { App } from './App';
import type { Backend } from './context';

/** Draws the page over a backend; the returned function takes it down and stops its runs. */
export function mount(root: HTMLElement, createBackend: () => Backend): () => void {
  // Made here, once: a call inside the JSX would be a getter, and every read a backend of its own.
  const backend = createBackend();
  return render(() => <App backend={backend} />, root);
}
