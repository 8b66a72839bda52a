import type { HubAddress } from './hub';

/**
 * huggingface.co, and the hosts that it sends large files from: by its own list
 * (huggingface.co/.well-known/meta.json) all of them are below hf.co, older ones below huggingface.co.
 */
export const huggingFace: HubAddress = {
  origin: 'https://huggingface.co',
  files: ['https://*.hf.co', 'https://*.huggingface.co'],
};

/** Origins that a download may connect to, as a policy names them. */
export const originsOf = ({ origin, files }: HubAddress): readonly string[] => [origin, ...files];

/** True when `origin` is one of `allowed`, where `https://*.hf.co` stands for every host below it. */
export function isAmong(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => {
    const [scheme, host] = one.split('://*.');
    if (host === undefined) return one === origin;
    return origin.startsWith(`${scheme}://`) && origin.endsWith(`.${host}`);
  });
}

/** The script of the one worker that may connect to the hub, wherever it is built to. */
export const isDownloader = (path: string): boolean => /(^|\/)hub\.worker[^/]*\.[jt]s$/.test(path);
