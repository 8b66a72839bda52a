/**
 * Rows as JSON and back, buffers and typed arrays included:
 * `{"$binary":"Float32Array","base64":"..."}`, little-endian.
 */
export const toJson = (value: unknown): string => JSON.stringify(value, encode);

/** @throws SyntaxError for what is not JSON, TypeError for a binary value that makes no sense. */
export const fromJson = (json: string): unknown => JSON.parse(json, decode);

const kinds = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
};

function encode(_key: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer)
    return { $binary: 'ArrayBuffer', base64: base64Of(new Uint8Array(value)) };
  if (!ArrayBuffer.isView(value)) return value;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return { $binary: value.constructor.name, base64: base64Of(bytes) };
}

function decode(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$binary' in value)) return value;
  const { $binary: kind, base64 } = value as { $binary: string; base64?: unknown };
  if (typeof base64 !== 'string') throw new TypeError('A binary value has no content.');
  const { buffer } = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  if (kind === 'ArrayBuffer') return buffer;
  if (!Object.hasOwn(kinds, kind)) throw new TypeError(`Unknown binary value "${kind}".`);
  return new kinds[kind as keyof typeof kinds](buffer);
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes no more than some ten thousand arguments.
  for (let i = 0; i < bytes.length; i += 8192)
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}
