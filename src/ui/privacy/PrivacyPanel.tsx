import type { JSX } from 'solid-js';
import { DeleteEverything } from './DeleteEverything';
import { RequestTable } from './RequestTable';
import { StoragePart } from './StoragePart';

/** What left the machine (nothing, normally), what is kept on it, and how to be rid of it. */
export default function PrivacyPanel(): JSX.Element {
  return (
    <div class="panel">
      <header class="panel-head">
        <div>
          <h1 tabindex="-1">Privacy</h1>
          <p>
            Documents, questions and answers stay in this browser. The page is not allowed to
            connect anywhere but to where it came from, and below is every request it made.
          </p>
        </div>
      </header>
      <RequestTable />
      <StoragePart />
      <DeleteEverything />
    </div>
  );
}
