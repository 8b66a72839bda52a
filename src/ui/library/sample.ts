import type { ImportFile } from '../../link/library';

/** Where the sample ends up, and how the page knows that it is there. */
export const sampleCollection = 'Sample library';

export interface Sample {
  readonly files: readonly string[];
  readonly questions: readonly SampleQuestion[];
}
export interface SampleQuestion {
  readonly question: string;
  readonly kind: string;
  /** Id of the question that it follows up, or null. */
  readonly after: string | null;
}

// The base is './' in a build (any folder of any host) and '/' in development.
const root = () => new URL('sample/', new URL(import.meta.env.BASE_URL, document.baseURI));

/** The list of the sample, from our own origin. @throws when the site was put up without it. */
export async function fetchSample(signal: AbortSignal): Promise<Sample> {
  const response = await fetch(new URL('index.json', root()), { signal });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!response.ok || !isJson)
    throw new Error('The sample library is not part of this installation.');
  return (await response.json()) as Sample;
}

/** The files of the sample as if they had been dropped; a few at a time. */
export async function fetchSampleFiles(
  sample: Sample,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<ImportFile[]> {
  const files: ImportFile[] = new Array(sample.files.length);
  let next = 0;
  let done = 0;
  const fetchSome = async () => {
    for (let index = next++; index < sample.files.length; index = next++) {
      const path = sample.files[index] ?? '';
      const url = new URL(path.split('/').map(encodeURIComponent).join('/'), root());
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`The sample file ${path} could not be read.`);
      const blob = await response.blob();
      const told = Date.parse(response.headers.get('last-modified') ?? '');
      const name = path.slice(path.lastIndexOf('/') + 1);
      const file = new File([blob], name, {
        type: blob.type,
        ...(Number.isNaN(told) ? {} : { lastModified: told }),
      });
      files[index] = { path, file };
      onProgress(++done, sample.files.length);
    }
  };
  await Promise.all(Array.from({ length: 4 }, fetchSome));
  return files;
}

/** One question of each kind, the disagreement first: what a visitor should see in five questions. */
export function suggestQuestions(sample: Sample, howMany = 5): string[] {
  const order = ['conflict', 'amended', 'multihop', 'table', 'unanswerable', 'fact'];
  const first = order.flatMap((kind) => {
    const found = sample.questions.find((one) => one.kind === kind && one.after === null);
    return found ? [found.question] : [];
  });
  return first.slice(0, howMany);
}
