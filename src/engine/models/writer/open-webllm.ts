import { PreTrainedTokenizer } from '@huggingface/transformers';
import { failure } from '../../../core/errors';
import type { ModelCard } from '../card';
import { readFolder, type FileProgress, type ModelFiles } from '../files';
import { createLogitTap, explainWebLlm, type WebLlmEngine, type WebLlmParts } from './webllm';

/** Where WebLLM looks for the files of a model below its folder. */
const inside = 'resolve/main/';

/**
 * Loads a model in MLC's form: in `resolve/main/` of its folder settings, tokenizer and weights, and
 * the compiled library that the card names. WebLLM (6 MB of code) comes with the first such model and
 * not before. It asks for files itself, from this page's own origin alone: settings, tokenizer and
 * library are held against the card's hashes, the shards of weights are not.
 *
 * @param base absolute URL of the page's folder of models, ending in `/`
 * @throws ModelMissing, ModelCorrupt, ModelTooLarge, DeviceLost, AbortError
 */
export async function openWebLlm(
  base: string,
  source: ModelFiles,
  card: ModelCard,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<WebLlmParts> {
  const { name, files, webllm } = card;
  if (!webllm) throw failure('ModelCorrupt', `"${name}" does not name its compiled library.`);
  const tokenizer = `${inside}tokenizer.json`;
  const facts = files[tokenizer];
  if (!facts) throw failure('ModelCorrupt', `The card of "${name}" does not list ${tokenizer}.`);
  const few = { ...card, files: { [tokenizer]: facts } };
  const read = (await readFolder(source, few, () => {}, signal)).files.get(tokenizer);
  const { MLCEngine } = await import('@mlc-ai/web-llm');
  signal.throwIfAborted();
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
  const tap = createLogitTap();
  const home = new URL(`${name}/`, base).href;
  const sri = (file: string) => integrityOf(files[file]?.sha256, name, file);
  const engine = new MLCEngine({
    appConfig: {
      model_list: [
        {
          model: home.slice(0, -1),
          model_id: name,
          model_lib: new URL(webllm.library, home).href,
          overrides: { context_window_size: card.maxTokens },
          integrity: {
            config: sri(`${inside}mlc-chat-config.json`),
            model_lib: sri(webllm.library),
            tokenizer: { 'tokenizer.json': sri(tokenizer) },
          },
        },
      ],
    },
    initProgressCallback: ({ progress }) =>
      onProgress({ file: name, loaded: Math.round(progress * total), total }),
    logitProcessorRegistry: new Map([[name, tap]]),
  });
  const stop = () => void engine.unload().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    await engine.reload(name);
    signal.throwIfAborted();
  } catch (error) {
    stop();
    signal.throwIfAborted();
    throw explainWebLlm(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const inner = new PreTrainedTokenizer(JSON.parse(new TextDecoder().decode(read)) as object, {});
  return {
    // The library's own types say more than is used, and less of a stream.
    engine: engine as unknown as WebLlmEngine,
    tap,
    encode: (text) => inner.encode(text, { add_special_tokens: false }),
    device: { device: 'webgpu', threads: 1, why: 'it is compiled for the graphics card' },
  };
}

/** Hex to the form that WebLLM compares. */
function integrityOf(sha256: string | undefined, model: string, file: string): string {
  if (sha256 === undefined)
    throw failure('ModelCorrupt', `The card of "${model}" does not list ${file}.`);
  const bytes = sha256.match(/../g)?.map((hex) => Number.parseInt(hex, 16)) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
