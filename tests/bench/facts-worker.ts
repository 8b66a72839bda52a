import { extractAll } from './facts-extraction';

onmessage = ({ data }: MessageEvent<readonly string[]>) => postMessage(extractAll(data));
