import { unzipSync, strFromU8 } from 'fflate';
import { failure } from '../../core/errors';
import type { Limits } from './limits';

export interface Zip {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Unpacks one entry; null when there is none. @throws DocumentDamaged */
  bytes(name: string): Uint8Array | null;
  /** An entry as UTF-8 (or UTF-16 with a byte order mark). @throws DocumentDamaged */
  text(name: string): string | null;
}

/**
 * Opens a zip archive without unpacking it.
 * @throws DocumentDamaged, DocumentEncrypted, DocumentTooLarge
 */
export function openZip(bytes: Uint8Array, limits: Limits): Zip {
  const names: string[] = [];
  let unpacked = 0;
  attempt(() =>
    unzipSync(bytes, {
      filter: (file) => {
        names.push(file.name);
        if (
          !/\.(?:png|jpe?g|gif|emf|wmf|bmp|tiff?|svg|mp[34]|m4a|wav|ttf|otf|woff2?)$/i.test(
            file.name,
          )
        )
          unpacked += file.originalSize;
        return false;
      },
    }),
  );
  if (names.length === 0) throw damaged();
  if (isEncrypted(bytes))
    throw failure(
      'DocumentEncrypted',
      'It is protected by a password. Save a copy without one and add that.',
    );
  if (unpacked > limits.unpackedBytes || names.length > limits.entries)
    throw failure(
      'DocumentTooLarge',
      `It unpacks to ${Math.round(unpacked / 1048576)} MB, more than is read safely.`,
    );
  const known = new Set(names);
  const read = (name: string): Uint8Array | null => {
    if (!known.has(name)) return null;
    return attempt(() => unzipSync(bytes, { filter: (file) => file.name === name }))[name] ?? null;
  };
  return {
    names,
    has: (name) => known.has(name),
    bytes: read,
    text(name) {
      const data = read(name);
      if (data === null) return null;
      const utf16 =
        data[0] === 0xff && data[1] === 0xfe
          ? 'utf-16le'
          : data[0] === 0xfe && data[1] === 0xff
            ? 'utf-16be'
            : null;
      return utf16 ? new TextDecoder(utf16).decode(data) : strFromU8(data).replace(/^\uFEFF/, '');
    },
  };
}

/** General purpose bit 0 of the first local header (APPNOTE 4.4.4). */
function isEncrypted(bytes: Uint8Array): boolean {
  return bytes.length > 8 && bytes[0] === 0x50 && bytes[2] === 3 && (bytes[6]! & 1) === 1;
}

function attempt<T>(unpack: () => T): T {
  try {
    return unpack();
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(cause?: unknown): Error {
  return failure(
    'DocumentDamaged',
    'It is damaged or was not copied completely. Open it in the program it comes from and save it again.',
    cause,
  );
}
