import type { ErrorName } from '../../core/errors';

export interface Skip {
  readonly error: ErrorName;
  readonly reason: string;
}

const systemFiles = new Set(['thumbs.db', 'desktop.ini', 'icon\r', 'ehthumbs.db']);

/** Why a file is passed over without being read; null when it is to be read. */
export function whySkipped(path: string, bytes: number): Skip | null {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => part.startsWith('.') && part !== '.' && part !== '..'))
    return { error: 'DocumentUnsupported', reason: 'A hidden file, or in a hidden folder.' };
  if (systemFiles.has(name.toLowerCase()) || parts.includes('__MACOSX'))
    return { error: 'DocumentUnsupported', reason: 'A file of the operating system.' };
  if (name.startsWith('~$'))
    return { error: 'DocumentUnsupported', reason: 'A lock file of an office program.' };
  if (bytes === 0) return { error: 'DocumentEmpty', reason: 'The file is empty (0 bytes).' };
  return null;
}
