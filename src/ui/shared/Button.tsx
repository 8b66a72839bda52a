import { splitProps, type JSX } from 'solid-js';

interface ButtonProps extends JSX.ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one thing to do next in a view (gold); `strong` a plain confirmation. */
  readonly kind?: 'plain' | 'primary' | 'strong' | 'danger' | 'quiet';
  readonly size?: 'normal' | 'small';
  /** Square, for an icon alone; give it an `aria-label`, which is shown as a tooltip too. */
  readonly icon?: boolean;
  readonly 'data-testid'?: string;
  readonly 'data-tone'?: 'bad';
}

/** A `<button type="button">`; every other attribute is passed on. */
export function Button(props: ButtonProps): JSX.Element {
  const [own, rest] = splitProps(props, ['kind', 'size', 'icon', 'class']);
  return (
    <button
      type="button"
      title={own.icon ? rest['aria-label'] : undefined}
      {...rest}
      class={`button ${own.class ?? ''}`}
      data-kind={own.kind ?? 'plain'}
      data-size={own.size ?? 'normal'}
      data-icon={own.icon ? '' : undefined}
    />
  );
}

/** A link that looks like a button, for what changes the place. */
export function LinkButton(
  props: JSX.AnchorHTMLAttributes<HTMLAnchorElement> & Pick<ButtonProps, 'kind' | 'size'>,
): JSX.Element {
  const [own, rest] = splitProps(props, ['kind', 'size', 'class']);
  return (
    <a
      {...rest}
      class={`button ${own.class ?? ''}`}
      data-kind={own.kind ?? 'plain'}
      data-size={own.size ?? 'normal'}
    />
  );
}
