import { failure } from '../../core/errors';
import type { ModelCard } from './card';
import { builtIn } from './catalog';
import type { ModelFiles } from './files';
import type { Folders } from './folders';
import { bytesOf } from './install';
import { cardFile } from './make-card';

const builtInNames: ReadonlySet<string> = new Set(Object.values(builtIn));

/** Built-in models from the page's own origin, all others from what was installed. */
export function createInstalledFiles(folders: Folders, own: ModelFiles): ModelFiles {
  return {
    async read(model, file, onBytes, signal) {
      if (builtInNames.has(model)) return own.read(model, file, onBytes, signal);
      signal.throwIfAborted();
      // Without its card a folder is half a download, whatever else is in it.
      const isWhole = (await folders.size(model, cardFile)) !== null;
      const bytes = isWhole ? await folders.read(model, file) : null;
      signal.throwIfAborted();
      if (!bytes)
        throw failure(
          'ModelMissing',
          `The model "${model}" is not installed in this browser (any more). Install it again under Models, or use the built-in one.`,
        );
      onBytes(bytes.byteLength);
      return bytes;
    },
  };
}

/** Takes a card in place of the one that is there, with what was found out since. */
export const keepCard =
  (folders: Folders) =>
  async (card: ModelCard): Promise<void> => {
    if (!builtInNames.has(card.name)) await folders.write(card.name, cardFile, bytesOf(card));
  };
