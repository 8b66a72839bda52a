import type { JSX } from 'solid-js';

/** What a panel shows before there is anything: what it is for, and the one thing to do. */
export function EmptyState(props: {
  readonly title: string;
  readonly icon?: JSX.Element;
  readonly children?: JSX.Element;
  readonly actions?: JSX.Element;
}): JSX.Element {
  return (
    <div class="empty">
      <div class="empty-art">{props.icon}</div>
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      <div class="row">{props.actions}</div>
    </div>
  );
}
