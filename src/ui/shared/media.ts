import { createSignal, onCleanup, type Accessor } from 'solid-js';

/** Whether a media query holds, as a signal. */
export function createMedia(query: string): Accessor<boolean> {
  const media = matchMedia(query);
  const [holds, setHolds] = createSignal(media.matches);
  const onChange = () => setHolds(media.matches);
  media.addEventListener('change', onChange);
  onCleanup(() => media.removeEventListener('change', onChange));
  return holds;
}

/** The width under which the bottom bar takes the place of the sidebar; the same in shell.css. */
export const narrow = '(max-width: 760px)';
