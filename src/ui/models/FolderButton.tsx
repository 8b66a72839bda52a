import type { JSX } from 'solid-js';
import type { FolderFile } from '../../link/hub';
import { Button } from '../shared/Button';

/** Lets the person pick a folder of this machine; nothing of it leaves the browser. */
export function FolderButton(props: {
  readonly label: string;
  readonly testId: string;
  readonly disabled?: boolean;
  readonly onFolder: (files: readonly FolderFile[]) => void;
  readonly children: JSX.Element;
}): JSX.Element {
  let input!: HTMLInputElement;
  return (
    <>
      <Button
        size="small"
        aria-label={props.label}
        disabled={props.disabled}
        onClick={() => input.click()}
      >
        {props.children}
      </Button>
      <input
        ref={(element) => {
          input = element;
          // No property of the types: Solid would set it as an attribute that browsers ignore.
          element.webkitdirectory = true;
        }}
        type="file"
        multiple
        hidden
        data-testid={props.testId}
        onChange={() => {
          const files = [...(input.files ?? [])].map((file) => ({
            path: file.webkitRelativePath || file.name,
            file,
          }));
          input.value = '';
          if (files.length > 0) props.onFolder(files);
        }}
      />
    </>
  );
}
