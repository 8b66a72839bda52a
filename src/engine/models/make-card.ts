import { failure } from '../../core/errors';
import type { Dtype } from '../../link/hub';
import type { FileFacts, ModelCard } from './card';
import type { HubModel } from './catalog-hub';
import type { Folders } from './folders';
import type { Role } from './types';

export const cardFile = 'card.json';

export interface CardParts {
  readonly name: string;
  readonly role: Role;
  /** The catalog's entry; null for a folder that the catalog does not know. */
  readonly model: HubModel | null;
  readonly dtype: Dtype;
  readonly files: Readonly<Record<string, FileFacts>>;
  readonly revision: string;
  readonly source: string;
}

/**
 * Says of a downloaded folder what built-in ones say of themselves, so that the same code opens both.
 * What the catalog does not know is read from the folder's config.json. The outputs to hold devices
 * against are added by the first device that opens it (prove.ts).
 *
 * @throws ModelCorrupt when the model cannot do the work of its role
 */
export async function makeCard(folders: Folders, parts: CardParts): Promise<ModelCard> {
  const { name, role, model, dtype, files, revision, source } = parts;
  const config = await read(folders, name, 'config.json');
  const tokenizer = await read(folders, name, 'tokenizer_config.json');
  if (typeof config['model_type'] !== 'string')
    throw unusable(name, 'its config.json names no model_type');
  const positions = Number(config['max_position_embeddings'] ?? 512);
  const stated = Number(tokenizer['model_max_length'] ?? positions);
  // RoBERTa counts its positions from 2.
  const longest = Math.min(stated > 0 ? stated : positions, positions > 512 ? 512 : positions);
  const dimensions = model?.dimensions ?? Number(config['hidden_size'] ?? config['dim'] ?? 0);
  if (role === 'embed' && !(dimensions > 0))
    throw unusable(name, 'its config.json does not say how long a vector is (hidden_size)');
  return {
    name,
    revision,
    role,
    title: model?.title ?? name,
    licence: model?.licence ?? 'not stated',
    source,
    dtype,
    maxTokens: model?.maxTokens ?? (role === 'write' ? positions : longest),
    ...(role === 'embed' ? { dimensions, pooling: model?.pooling ?? 'mean' } : {}),
    ...(model ? { largestTensor: model.largestTensor } : {}),
    files,
  };
}

async function read(
  folders: Folders,
  name: string,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await folders.read(name, file);
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes!));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw unusable(name, `its ${file} is not JSON`);
}

function unusable(name: string, why: string): Error {
  return failure('ModelCorrupt', `"${name}" cannot be used: ${why}. Choose another model.`);
}
