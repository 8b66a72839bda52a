import type { Remote } from 'comlink';
import { failure } from '../../src/core/errors';
import type { HubEntry, ModelOffer, ModelsShelfApi } from '../../src/link/hub';
import { huggingFace } from '../../src/link/hub-address';
import type { HubGate } from '../../src/ui/hub-worker';

const offer = (change: Partial<ModelOffer> & Pick<ModelOffer, 'name' | 'role'>): ModelOffer => ({
  origin: 'hub',
  title: `${change.name}: 12 layers, 384 dimensions, 33 million parameters`,
  licence: 'MIT',
  source: `https://huggingface.co/${change.name.replace('--', '/')}`,
  bytes: 35e6,
  exact: false,
  dtype: 'q8',
  measured: [{ what: 'MTEB, 56 sets', value: '61.4', source: 'its card on the hub' }],
  needs: 'about 1 GB of memory',
  note: null,
  blocked: null,
  state: 'absent',
  loaded: 0,
  ...change,
});

const builtIn = (role: ModelOffer['role'], name: string): ModelOffer =>
  offer({ name, role, origin: 'built-in', state: 'installed', exact: true, bytes: 23e6, needs: 'any machine', source: 'built from public weights', licence: 'Apache-2.0' }); // prettier-ignore

/** Models to choose from, with a hub whose downloads always arrive; `problem` makes them fail. */
export function createFakeShelf(
  calls: string[],
  step: (signal?: AbortSignal) => Promise<void>,
  problem?: Error,
): { readonly models: ModelsShelfApi; readonly hub: HubGate } {
  let offers: ModelOffer[] = [
    builtIn('embed', 'all-MiniLM-L6-v2'),
    builtIn('judge', 'touchstone-judge'),
    builtIn('read', 'touchstone-reader'),
    builtIn('write', 'smollm2-135m-instruct'),
    offer({ name: 'Xenova--gte-small', role: 'embed' }),
    offer({ name: 'Xenova--bge-base-en-v1.5', role: 'embed', state: 'partial', exact: true, bytes: 110e6, loaded: 44e6, note: 'Some five times the work of the built-in one for each passage.' }), // prettier-ignore
    offer({ name: 'Xenova--nli-deberta-v3-xsmall', role: 'judge', state: 'installed', exact: true, bytes: 96e6, loaded: 96e6 }), // prettier-ignore
    offer({ name: 'onnx-community--roberta-base-squad2-ONNX', role: 'read', bytes: 128e6 }),
    offer({ name: 'onnx-community--Qwen2.5-0.5B-Instruct', role: 'write', bytes: 490e6, dtype: 'q4f16', blocked: 'the graphics card has no 16-bit floats (shader-f16)' }), // prettier-ignore
  ];
  const change = (name: string, patch: Partial<ModelOffer>) => {
    offers = offers.map((one) => (one.name === name ? { ...one, ...patch } : one));
  };
  const models: ModelsShelfApi = {
    offers: async () => offers,
    order: async (name) => ({ name, dtypes: ['q8'] }),
    async importFolder(role, name, files, onEvent, signal) {
      calls.push(`importFolder ${role} ${name} ${files.length}`);
      await step(signal);
      if (!files.some(({ path }) => path.endsWith('tokenizer.json')))
        throw failure('ModelMissing', 'This folder is not a whole model. Missing: tokenizer.json.');
      onEvent({ type: 'progress', file: 'a', loaded: 1, total: 1 });
      const own = name ?? 'folder--mine';
      if (name === null)
        offers = [...offers, offer({ name: own, role, origin: 'folder', state: 'installed' })];
      else change(own, { state: 'installed' });
      return own;
    },
    async remove(name) {
      calls.push(`remove ${name}`);
      change(name, { state: 'absent', loaded: 0 });
    },
  };
  const remote: HubEntry = {
    async install({ name }, address, onEvent, signal) {
      calls.push(`install ${name} from ${address.origin}`);
      onEvent({ type: 'listing' });
      const { bytes = 1 } = offers.find((one) => one.name === name) ?? {};
      for (let part = 1; part <= 4; part++) {
        await step(signal);
        if (problem && part === 3) throw problem;
        onEvent({ type: 'progress', file: 'onnx', loaded: (bytes * part) / 4, total: bytes });
        change(name, { state: 'partial', loaded: (bytes * part) / 4, exact: true });
      }
      change(name, { state: 'installed' });
    },
    requests: async () => [],
  };
  return {
    models,
    hub: {
      address: huggingFace,
      open: () => false,
      through: (work) => work(remote as unknown as Remote<HubEntry>),
      requests: async () => [],
    },
  };
}
